// Where GitHub has a repository in its API, and how it names people.
import * as z from "zod";
import type { HostClient } from "../client";
import { truncate } from "../../text/truncate";
import type { Author } from "../pullRequestSource";

export interface HostedRepository {
  client: HostClient;
  /** The repository in the REST API, and the address of GraphQL. */
  repository: string;
  api: string;
  graphql: string;
  owner: string;
  name: string;
}

/** github.com has its API at a host of its own; an enterprise server has it below /api. */
export function openRepositoryApi({ origin, hostname }: URL, path: string, client: HostClient): HostedRepository {
  const isPublic = hostname === "github.com";
  const api = isPublic ? "https://api.github.com" : `${origin}/api/v3`;
  const graphql = isPublic ? `${api}/graphql` : `${origin}/api/graphql`;
  const [owner = "", ...rest] = path.split("/");
  const repository = `${api}/repos/${path.split("/").map(encodeURIComponent).join("/")}`;
  return { client, repository, api, graphql, owner, name: rest.join("/") };
}

/** Null for an account that was deleted. */
export const user = z.object({ login: z.string(), type: z.string().default("User") }).nullish();

/** The longest logins have 39 characters. */
const maxLogin = 200;

/** GitHub shows the words of deleted accounts as those of this one. */
const ghost = { login: "ghost", type: "User" };

export function authorOf(found: z.output<typeof user>): Author {
  const { login, type } = found ?? ghost;
  // It becomes a part of an address.
  return { login, id: truncate(login, maxLogin), isBot: type === "Bot" || login.endsWith("[bot]") };
}
