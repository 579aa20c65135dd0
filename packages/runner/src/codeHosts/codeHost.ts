// Pull requests and their checks, through the API of a code host. The token is the project's key for the host.
import { KnownAnswers } from "./answers";
import type { Check } from "./checks";
import type { HostMemory } from "./client";
import type { FollowedPullRequest } from "./followedPullRequest";
import { github } from "./github/github";
import { gitlab } from "./gitlab/gitlab";
import { HostLimits } from "./limits";

interface PullRequest {
  url: string;
  number: number;
}

export interface Proposal {
  title: string;
  text: string;
  /** The branch with the changes, and the one that they belong to. */
  from: string;
  into: string;
}

/** A pull request as it is now. */
export interface PullRequestState {
  state: "draft" | "open" | "merged" | "closed";
  /** The newest commit. */
  commit: string;
}

/** One repository at one host. */
export interface CodeHost {
  /** Returns the open pull request of the repository's own branch into the other, or null. */
  find(branches: Pick<Proposal, "from" | "into">, signal: AbortSignal): Promise<PullRequest | null>;
  open(proposal: Proposal, signal: AbortSignal): Promise<PullRequest>;
  /** Returns null where there is none, or the token may not see it. */
  read(number: number, signal: AbortSignal): Promise<PullRequestState | null>;
  checks(commit: string, signal: AbortSignal): Promise<Check[]>;
  /** What is said about a pull request, and the answers to it. The host is asked when something of it is read. */
  follow(number: number, signal: AbortSignal): FollowedPullRequest;
}

export type HostKind = "github" | "gitlab";

/** Hosts of other names are taken for GitHub's enterprise server, as the keys of the service are. */
export function kindOfHost(hostname: string): HostKind {
  return hostname.includes("gitlab") ? "gitlab" : "github";
}

/** Returns null where the address names no repository of a code host. Without a token, what is public can be read. */
export function createCodeHost(
  repository: URL,
  token: string | null,
  kind = kindOfHost(repository.hostname),
  memory: HostMemory = { answers: new KnownAnswers(), limits: new HostLimits() },
): CodeHost | null {
  const name = pathOf(repository)
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.git$/, "");
  // A part of two dots would lead to another place of the API.
  if (!name.includes("/") || name.split("/").some((part) => part === "" || part === "." || part === "..")) return null;
  switch (kind) {
    case "github":
      return github(repository, name, token, memory);
    case "gitlab":
      return gitlab(repository, name, token, memory);
  }
}

function pathOf({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return "";
  }
}
