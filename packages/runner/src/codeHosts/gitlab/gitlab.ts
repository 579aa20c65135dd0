import * as z from "zod";
import { parseAnswer } from "../answerShape";
import { HostClient } from "../client";
import type { HostMemory } from "../client";
import type { CodeHost } from "../codeHost";
import { FollowedRequest } from "../followedRequest";
import { readChecks } from "./checks";
import { placeOf } from "./place";
import { gitlabRequest } from "./source";

const made = z
  .object({ web_url: z.string(), iid: z.int() })
  .transform(({ web_url, iid }) => ({ url: web_url, number: iid }));

export function gitlab(address: URL, path: string, token: string | null, memory: HostMemory): CodeHost {
  const client = new HostClient({ token, headers: token === null ? {} : { "PRIVATE-TOKEN": token } }, memory);
  const place = placeOf(address, path, client);
  const requests = `${place.project}/merge_requests`;
  return {
    find: async (from, signal) => {
      const query = new URLSearchParams({ source_branch: from, state: "opened", per_page: "1" });
      const [found] = parseAnswer(z.array(made), (await client.get(`${requests}?${query}`, signal)).body);
      return found ?? null;
    },
    open: async ({ title, text, from, into }, signal) => {
      const body = { title, description: text, source_branch: from, target_branch: into };
      return parseAnswer(made, await client.change("POST", requests, body, signal));
    },
    read: async (number, signal) => {
      const state = await gitlabRequest(place, number, signal).readState();
      return state === null ? null : { state: state.state, commit: state.head };
    },
    checks: async (commit, signal) => await readChecks(place, commit, signal),
    follow: (number, signal) => new FollowedRequest(gitlabRequest(place, number, signal), token),
  };
}
