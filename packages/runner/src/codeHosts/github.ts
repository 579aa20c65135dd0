import { askHost, readPullRequest } from "./api";
import type { CodeHost } from "./codeHost";

const names = { url: "html_url", number: "number" };

/** github.com has its API at a host of its own; an enterprise server has it below /api/v3. */
export function github({ origin, hostname }: URL, name: string, token: string): CodeHost {
  const api = hostname === "github.com" ? "https://api.github.com" : `${origin}/api/v3`;
  const pulls = `${api}/repos/${name.split("/").map(encodeURIComponent).join("/")}/pulls`;
  const headers = { Authorization: `Bearer ${token}`, Accept: "application/vnd.github+json" };
  return {
    find: async (from, signal) => {
      const head = `${name.split("/")[0]}:${from}`;
      const query = new URLSearchParams({ head, state: "open", per_page: "1" });
      const found = await askHost({ method: "GET", url: `${pulls}?${query}`, headers, signal });
      return Array.isArray(found) && found.length > 0 ? readPullRequest(found[0], names) : null;
    },
    open: async ({ title, text, from, into }, signal) => {
      const body = { title, body: text, head: from, base: into };
      return readPullRequest(await askHost({ method: "POST", url: pulls, headers, body, signal }), names);
    },
  };
}
