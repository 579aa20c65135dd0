// A git repository in place of the one at the code host.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";

/** Returns what git has written. Throws what it has complained about. */
export function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

/** Makes a bare repository with one commit on `main`, and returns its path. */
export function makeOrigin(folder: string): string {
  const origin = path.join(folder, "origin.git");
  const work = path.join(folder, "origin-work");
  git(folder, "init", "--quiet", "--bare", "--initial-branch=main", origin);
  git(folder, "clone", "--quiet", origin, work);
  writeFileSync(path.join(work, "README.md"), "A project.\n");
  git(work, "add", ".");
  const author = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"];
  git(work, ...author, "commit", "--quiet", "-m", "begin");
  git(work, "push", "--quiet", "origin", "HEAD:main");
  return origin;
}

/** Somebody else changes a file on `main` of this bare repository. */
export function commitToMain(origin: string, file: string, text: string): void {
  commitTo(origin, "main", file, text);
}

/** Somebody else changes a file on a branch of this bare repository. */
export function commitTo(origin: string, branch: string, file: string, text: string): void {
  const blob = execFileSync("git", ["hash-object", "-w", "--stdin"], { cwd: origin, input: text, encoding: "utf8" });
  git(origin, "read-tree", branch);
  git(origin, "update-index", "--add", "--cacheinfo", `100644,${blob.trim()},${file}`);
  const author = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"];
  const tree = git(origin, "write-tree");
  const made = git(origin, ...author, "commit-tree", tree, "-p", branch, "-m", `Change ${file}`);
  git(origin, "update-ref", `refs/heads/${branch}`, made);
}
