import * as z from "zod";
import { parseAnswer } from "../answerShape";
import { HostClient } from "../client";
import type { HostMemory } from "../client";
import type { CodeHost } from "../codeHost";
import { FollowedPullRequest } from "../followedPullRequest";
import { sameLogin } from "../logins";
import { readChecks } from "./checks";
import { openRepositoryApi } from "./hostedRepository";
import { githubRequest } from "./source";

const made = z
  .object({ html_url: z.string(), number: z.int() })
  .transform(({ html_url, number }) => ({ url: html_url, number }));

/** A fork may belong to the same owner. It is null when it was deleted. */
const listed = z
  .object({
    html_url: z.string(),
    number: z.int(),
    head: z.object({ ref: z.string(), repo: z.object({ full_name: z.string() }).nullish() }),
    base: z.object({ ref: z.string() }),
  })
  .transform(({ html_url, number, head, base }) => ({
    found: { url: html_url, number },
    from: head.ref,
    into: base.ref,
    repository: head.repo?.full_name ?? "",
  }));

export function github(address: URL, path: string, token: string | null, memory: HostMemory): CodeHost {
  const key: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
  const headers = { ...key, Accept: "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28" };
  const client = new HostClient({ token, headers }, memory);
  const hosted = openRepositoryApi(address, path, client);
  const pulls = `${hosted.repository}/pulls`;
  return {
    find: async ({ from, into }, signal) => {
      const query = new URLSearchParams({ head: `${hosted.owner}:${from}`, base: into, state: "open", per_page: "30" });
      const all = parseAnswer(z.array(listed), (await client.get(`${pulls}?${query}`, signal)).body);
      const own = all.filter(({ repository }) => sameLogin(repository, path));
      return own.find((one) => one.from === from && one.into === into)?.found ?? null;
    },
    open: async ({ title, text, from, into }, signal) => {
      const body = { title, body: text, head: from, base: into };
      return parseAnswer(made, await client.change("POST", pulls, body, signal));
    },
    read: async (number, signal) => {
      const state = await githubRequest(hosted, number, signal).readState();
      return state === null ? null : { state: state.state, commit: state.head };
    },
    checks: async (commit, signal) => await readChecks(hosted, commit, signal),
    follow: (number, signal) => new FollowedPullRequest(githubRequest(hosted, number, signal), token),
  };
}
