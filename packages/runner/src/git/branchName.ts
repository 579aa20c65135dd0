// Names of branches. They come from people and from code hosts, and git would read many other texts as expressions:
// `main~3` is a commit, and `main@{1}` what a branch was before.

/** The service stores no longer name. */
const maxLength = 255;
const forbidden = /[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|^\/|[./]$|(?:^|\/)\.|\.lock(?:\/|$)/u;

/** Whether it can only be the name of a ref, such as `refs/heads/main`, by the rules of `git check-ref-format`. */
export function isRefName(name: string): boolean {
  return name !== "" && !forbidden.test(name);
}

export function isBranchName(name: string): boolean {
  return isRefName(name) && !name.startsWith("-") && name !== "HEAD" && name.length <= maxLength;
}

/** Returns the branch that the answer of `git ls-remote --symref` names as the default, or null. */
export function defaultBranchIn(answer: string): string | null {
  const name = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(answer)?.[1];
  return name !== undefined && isBranchName(name) ? name : null;
}
