import * as z from "zod";
import { parseAnswer, readPages } from "../answerShape";
import { HostClient } from "../client";
import type { HostMemory } from "../client";
import type { CodeHost } from "../codeHost";
import { FollowedPullRequest } from "../followedPullRequest";
import { readChecks } from "./checks";
import { openRepositoryApi } from "./hostedRepository";
import { gitlabRequest } from "./source";

const made = z
  .object({ web_url: z.string(), iid: z.int() })
  .transform(({ web_url, iid }) => ({ url: web_url, number: iid }));

/** GitLab lists requests from forks too, and anybody can name a branch of a fork as a run's is named. */
const listed = z
  .object({
    web_url: z.string(),
    iid: z.int(),
    source_branch: z.string(),
    target_branch: z.string(),
    source_project_id: z.int().nullish(),
    target_project_id: z.int(),
  })
  .transform(({ web_url, iid, source_branch, target_branch, source_project_id, target_project_id }) => ({
    found: { url: web_url, number: iid },
    from: source_branch,
    into: target_branch,
    isOwn: source_project_id === target_project_id,
  }));

export function gitlab(address: URL, path: string, token: string | null, memory: HostMemory): CodeHost {
  const client = new HostClient({ token, headers: token === null ? {} : { "PRIVATE-TOKEN": token } }, memory);
  const hosted = openRepositoryApi(address, path, client);
  const requests = `${hosted.project}/merge_requests`;
  return {
    find: async ({ from, into }, signal) => {
      const query = new URLSearchParams({ source_branch: from, target_branch: into, state: "opened" });
      const page = { client, url: `${requests}?${query}`, signal };
      const { items } = await readPages(page, z.array(listed), (requests) => requests);
      return items.find((one) => one.isOwn && one.from === from && one.into === into)?.found ?? null;
    },
    open: async ({ title, text, from, into }, signal) => {
      const body = { title, description: text, source_branch: from, target_branch: into };
      return parseAnswer(made, await client.change("POST", requests, body, signal));
    },
    read: async (number, signal) => {
      const state = await gitlabRequest(hosted, number, signal).readState();
      return state === null ? null : { state: state.state, commit: state.head };
    },
    checks: async (commit, signal) => await readChecks(hosted, commit, signal),
    follow: (number, signal) => new FollowedPullRequest(gitlabRequest(hosted, number, signal), token),
  };
}
