// Pull requests and their checks, through the API of a code host. The token is the project's key for the host.
import type { Check } from "./checks";
import { github } from "./github";
import { gitlab } from "./gitlab";

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
  /** Returns the open pull request of the branch, or null. */
  find(from: string, signal: AbortSignal): Promise<PullRequest | null>;
  open(proposal: Proposal, signal: AbortSignal): Promise<PullRequest>;
  /** Returns null where there is none, or the token may not see it. */
  read(number: number, signal: AbortSignal): Promise<PullRequestState | null>;
  checks(commit: string, signal: AbortSignal): Promise<Check[]>;
}

export type HostKind = "github" | "gitlab";

/** Hosts of other names are taken for GitHub's enterprise server, as the keys of the service are. */
export function kindOfHost(hostname: string): HostKind {
  return hostname.includes("gitlab") ? "gitlab" : "github";
}

/** Returns null where the address names no repository of a code host. */
export function createCodeHost(
  repository: URL,
  token: string,
  kind = kindOfHost(repository.hostname),
): CodeHost | null {
  const name = decodeURIComponent(repository.pathname)
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.git$/, "");
  if (!name.includes("/")) return null;
  switch (kind) {
    case "github":
      return github(repository, name, token);
    case "gitlab":
      return gitlab(repository, name, token);
  }
}
