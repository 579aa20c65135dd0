// The code host of a repository, with the project's key for it. The service decides whether the key may go to the
// address: the person who starts a run names the address, and may not learn the key.
import { createCodeHost } from "./codeHost";
import type { CodeHost } from "./codeHost";
import type { HostMemory } from "./client";
import { CodeHostError } from "./errors";
import type { FollowedPullRequest } from "./followedPullRequest";
import { findPullRequestLocation } from "./pullRequestAddress";
import { codeHostAddress } from "../git/credential";
import type { Call } from "../service/callback";
import type { Job } from "../jobs/contract";

interface HostKey {
  /** Null when there is none, or it may not go to this address. */
  token: string | null;
  /** Why the key that there is may not go to this address: a sentence for people. */
  refusalReason: string | null;
}

const none: HostKey = { token: null, refusalReason: null };

/** Returns the project's key for the code host of an address. */
export async function readCodeHostKey(call: Call, projectId: string, url: string): Promise<HostKey> {
  const host = codeHostAddress(url);
  if (host === null) return none;
  const found = await call("keys.getWithFallback", { projectId, keyType: "code_host", address: url });
  if (found === null) return none;
  if (found.key === null) return { token: null, refusalReason: found.refused };
  const token = found.key.trim();
  return isOneLine(token) ? { token, refusalReason: null } : { token: null, refusalReason: refusedKey };
}

/** Control characters would end the header, or git's line, in which a key is sent. Errors would show the key. */
function isOneLine(key: string): boolean {
  return !/\p{Cc}/u.test(key);
}

const refusedKey =
  "The key for the code host has a line break or another control character in it. It can be set again without.";

/** Returns null where there is no key, or the address is not one of a code host. */
export async function connectToCodeHost({ call, claim, reportProgress }: Job, url: string): Promise<CodeHost | null> {
  const { token, refusalReason } = await readCodeHostKey(call, claim.projectId, url);
  if (refusalReason !== null) reportProgress(`asks the code host nothing. ${refusalReason}`);
  const address = codeHostAddress(url);
  return address === null || token === null ? null : createCodeHost(address, token);
}

/**
 * The pull request at an address. Without a key only what is public can be read. Throws CodeHostError where the key may
 * not go to that address, and for hosts that the runner does not know.
 */
export async function connectToRequest(
  { call, claim, signal }: Pick<Job, "call" | "signal"> & { claim: Pick<Job["claim"], "projectId"> },
  prUrl: string,
  memory?: HostMemory,
): Promise<FollowedPullRequest> {
  const place = findPullRequestLocation(prUrl);
  if (place === null) throw new CodeHostError(`${prUrl} is not the address of a request at GitHub or GitLab`);
  const { token, refusalReason } = await readCodeHostKey(call, claim.projectId, prUrl);
  if (refusalReason !== null) throw new CodeHostError(refusalReason, 403);
  const host = createCodeHost(place.repository, token, place.kind, memory);
  if (host === null) throw new CodeHostError(`${prUrl} names no repository`);
  return host.follow(place.number, signal);
}
