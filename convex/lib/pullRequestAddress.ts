// The repository and the number in the address of a pull request, as GitHub, GitLab and hosts like them write it. Pure.

/** What an address says about its request. `repository` is in small letters, because hosts do not tell them apart. */
export interface NamedPullRequest {
  repository: string;
  number: number;
}

/** GitLab has `/-/merge_requests/7`, GitHub `/pull/7`, and others `/pulls/7` or `/pull-requests/7`. */
const path = /^\/(.+?)(?:\/-)?\/(?:pull|pulls|pull-requests|merge_requests)\/([1-9]\d{0,14})(?:[/?#]|$)/;

/** Null for the address of anything else. */
export function findPullRequest(url: string): NamedPullRequest | null {
  const [, repository, number] = path.exec(pathOf(url)) ?? [];
  return repository === undefined || number === undefined
    ? null
    : { repository: repository.toLowerCase(), number: Number(number) };
}

function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  return start < 3 ? "" : url.slice(start);
}
