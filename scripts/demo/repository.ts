// Makes the repository in which the demonstration's agent works: a bare one on this machine, with one commit.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { shop } from "./shop";

/** Returns the path of the repository. One that is there stays as it is. */
export function makeRepository(folder: string, committedAtMs: number): string {
  if (existsSync(folder)) return folder;
  git(["init", "--quiet", "--bare", "--initial-branch=main", folder]);
  git(["-C", folder, "fast-import", "--quiet"], firstCommit(committedAtMs));
  return folder;
}

/** The input of `git fast-import`, which needs no working copy. */
function firstCommit(committedAtMs: number): string {
  const changes = Object.entries(shop).map(([name, text]) => `M 100644 inline ${name}\n${data(text)}`);
  const who = `committer The shop <shop@example.com> ${Math.floor(committedAtMs / 1000)} +0000`;
  return `commit refs/heads/main\n${who}\n${data("The shop opens")}${changes.join("")}\n`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

function git(args: string[], input = ""): void {
  execFileSync("git", args, { input, stdio: ["pipe", "ignore", "inherit"] });
}
