// The repository of a pull request by its address. A run may have its request in another repository than its own, for
// instance one that a command has opened.
import { codeHostAddress } from "../git/credential";
import type { HostKind } from "./codeHost";

export interface PullRequestLocation {
  repository: URL;
  kind: HostKind;
  number: number;
}

const forms: readonly [HostKind, RegExp][] = [
  ["github", /^(\/[^/]+\/[^/]+)\/pull\/([1-9]\d{0,8})\/?$/],
  ["gitlab", /^(\/.+?)(?:\/-)?\/merge_requests\/([1-9]\d{0,8})\/?$/],
];

/** Null for an address at another kind of host. */
export function findPullRequestLocation(prUrl: string): PullRequestLocation | null {
  const url = codeHostAddress(prUrl);
  if (url === null) return null;
  for (const [kind, form] of forms) {
    const [, path, number] = form.exec(url.pathname) ?? [];
    if (path !== undefined && number !== undefined)
      return { repository: new URL(`${url.origin}${path}`), kind, number: Number(number) };
  }
  return null;
}
