// Makes the repository in which the demonstration's agent works: a bare one on this machine, with one commit.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const files: Record<string, string> = {
  "README.md": "# The shop\n\nAn online shop, small enough to be read in a minute.\n",
  "package.json": '{ "name": "shop", "private": true, "scripts": { "test": "node --test" } }\n',
  "src/cart.ts":
    "export function total(prices: number[]): number {\n  return prices.reduce((sum, price) => sum + price, 0);\n}\n",
  "src/orders.ts":
    'import { total } from "./cart";\n\nexport function order(prices: number[]) {\n  return { prices, total: total(prices) };\n}\n',
};

/** Returns the path of the repository. One that is there stays as it is. */
export function makeRepository(folder: string): string {
  if (existsSync(folder)) return folder;
  git(["init", "--quiet", "--bare", "--initial-branch=main", folder]);
  git(["-C", folder, "fast-import", "--quiet"], firstCommit());
  return folder;
}

/** The input of `git fast-import`, which needs no working copy. */
function firstCommit(): string {
  const changes = Object.entries(files).map(([name, text]) => `M 100644 inline ${name}\n${data(text)}`);
  const who = "committer The shop <shop@example.com> now";
  return `feature date-format=now\ncommit refs/heads/main\n${who}\n${data("The shop opens")}${changes.join("")}\n`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

function git(args: string[], input = ""): void {
  execFileSync("git", args, { input, stdio: ["pipe", "ignore", "inherit"] });
}
