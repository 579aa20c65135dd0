// How people get the branch of a run: a command for their own clone, and the code host's page that compares it with the
// base branch. The runner names the branch and the repository, so none of it may mean anything to a shell. This file is
// pure.
import type { Run } from "./useRun";

export type Result = Pick<Run, "gitRepoUrl" | "branchName" | "resultBranch" | "resultRepository">;

/**
 * The command to type in a clone of the repository. A remote is known there as `origin`; a folder of this machine is
 * named, which also works in the folder itself. Null without a branch, or with names that git would take for options.
 */
export function fetchCommand({ gitRepoUrl, resultBranch, resultRepository }: Result): string | null {
  if (resultBranch === null || !isBranchName(resultBranch)) return null;
  const branch = quoted(resultBranch);
  const place = resultRepository ?? gitRepoUrl;
  if (place === null || !isPlainName(place)) return null;
  if (isRemote(place) && resultRepository === null) return `git fetch origin ${branch} && git switch ${branch}`;
  return `git fetch ${quoted(place)} ${quoted(`${resultBranch}:${resultBranch}`)} && git switch ${branch}`;
}

/** Null unless the address belongs to GitHub or GitLab, whose pages are known. */
export function comparePage({ gitRepoUrl, branchName, resultBranch, resultRepository }: Result): string | null {
  if (gitRepoUrl === null || resultBranch === null || resultRepository !== null) return null;
  const repository = webAddressOf(gitRepoUrl);
  if (repository === null) return null;
  const span = `${encodePath(branchName)}...${encodePath(resultBranch)}`;
  const { hostname } = new URL(repository);
  if (/(^|\.)github\./.test(hostname)) return `${repository}/compare/${span}`;
  return /(^|\.)gitlab\./.test(hostname) ? `${repository}/-/compare/${span}` : null;
}

/** `https://host/owner/name` for `https://`, `ssh://` and `git@host:owner/name`, without a name or password. */
function webAddressOf(gitRepoUrl: string): string | null {
  const short = /^[^/@:]+@([^/:]+):(?!\/\/)(.+)$/.exec(gitRepoUrl);
  const address = short === null ? gitRepoUrl : `https://${short[1]}/${short[2]}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, port, pathname } = new URL(address);
  if (!["https:", "http:", "ssh:"].includes(protocol)) return null;
  const isWeb = protocol !== "ssh:";
  const host = isWeb && port !== "" ? `${hostname}:${port}` : hostname;
  return `${isWeb ? protocol : "https:"}//${host}${pathname.replace(/\/+$/, "").replace(/\.git$/, "")}`;
}

function encodePath(branch: string): string {
  return branch.split("/").map(encodeURIComponent).join("/");
}

function isRemote(place: string): boolean {
  return /^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(place) || /^[^/]+:/.test(place.replace(/^file:/i, "/"));
}

/** Whether git takes all of it for the name of one branch. */
function isBranchName(name: string): boolean {
  return isPlainName(name) && !/^\+|[\s~^:?*[\\]/.test(name);
}

/** Whether git takes it for no option, and a terminal for one line. Shells disagree about `\` in quotes. */
function isPlainName(name: string): boolean {
  return !name.startsWith("-") && !/[\p{Cc}\p{Zl}\p{Zp}\\]/u.test(name);
}

function quoted(text: string): string {
  return /^[\w./:@~+-]+$/.test(text) && !text.startsWith("~") ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
