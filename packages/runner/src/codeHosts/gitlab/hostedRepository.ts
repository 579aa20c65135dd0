// Where GitLab has a project in its API, and how it names people. It calls a pull request a merge request.
import * as z from "zod";
import type { HostClient } from "../client";
import type { Author } from "../pullRequestSource";

export interface HostedRepository {
  client: HostClient;
  api: string;
  project: string;
  /** The project's address for people. */
  web: string;
}

export function openRepositoryApi({ origin }: URL, path: string, client: HostClient): HostedRepository {
  const api = `${origin}/api/v4`;
  return { client, api, project: `${api}/projects/${encodeURIComponent(path)}`, web: `${origin}/${path}` };
}

export const user = z.object({ id: z.int(), username: z.string() });

/** Tokens of projects and groups, and accounts of services, are users with names that GitLab has made. */
const botName = /^(?:(?:project|group)_\d+_bot|service_account)(?:_|$)|^(?:alert|support|security|duo)[-_]?bot$/i;

export function authorOf({ id, username }: z.output<typeof user>): Author {
  return { login: username, id: String(id), isBot: botName.test(username) };
}
