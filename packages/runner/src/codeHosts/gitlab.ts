import { askHost, readPullRequest } from "./api";
import type { CodeHost } from "./codeHost";

const names = { url: "web_url", number: "iid" };

/** GitLab calls a pull request a merge request. */
export function gitlab({ origin }: URL, name: string, token: string): CodeHost {
  const requests = `${origin}/api/v4/projects/${encodeURIComponent(name)}/merge_requests`;
  const headers = { "PRIVATE-TOKEN": token };
  return {
    find: async (from, signal) => {
      const query = new URLSearchParams({ source_branch: from, state: "opened", per_page: "1" });
      const found = await askHost({ method: "GET", url: `${requests}?${query}`, headers, signal });
      return Array.isArray(found) && found.length > 0 ? readPullRequest(found[0], names) : null;
    },
    open: async ({ title, text, from, into }, signal) => {
      const body = { title, description: text, source_branch: from, target_branch: into };
      return readPullRequest(await askHost({ method: "POST", url: requests, headers, body, signal }), names);
    },
  };
}
