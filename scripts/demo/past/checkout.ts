// The working copy in which the runs of the past change the shop.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

const agent = { name: "Shop agent", email: "agent@shop.example" };

export class Checkout {
  constructor(
    readonly folder: string,
    repository: string,
  ) {
    execFileSync("git", ["clone", "--quiet", repository, folder], { stdio: "ignore" });
  }

  begin(branch: string): void {
    this.git("checkout", "--quiet", "-B", branch, "main");
  }

  /** Returns what the last commits have changed since `main`. */
  commit(title: string, runId: string, step: number): string {
    this.git("add", "--all");
    const trailers = `Switchyard-Run: ${runId}\nSwitchyard-Step: ${step}`;
    this.git("commit", "--quiet", "--allow-empty", "--message", `${title}\n\n${trailers}`);
    return this.git("diff", "HEAD^", "HEAD");
  }

  discard(): void {
    this.git("reset", "--quiet", "--hard");
    this.git("clean", "--quiet", "-fd");
  }

  diff(): string {
    this.git("add", "--all");
    return this.git("diff", "--cached");
  }

  push(branch: string): void {
    this.git("push", "--quiet", "origin", branch);
  }

  head(): string {
    return this.git("rev-parse", "HEAD").trim();
  }

  /** Code hosts keep the head of a pull request under this name. */
  openPullRequest(branch: string, number: number): void {
    this.git("push", "--quiet", "origin", `${branch}:refs/pull/${number}/head`);
  }

  merge(branch: string, title: string): void {
    this.git("checkout", "--quiet", "main");
    this.git("merge", "--quiet", "--no-ff", "--message", title, branch);
    this.push("main");
  }

  files(): { path: string; size: number; content: string }[] {
    const names = this.git("ls-files").trim().split("\n");
    return names.map((name) => {
      const content = readFileSync(path.join(this.folder, name), "utf8");
      return { path: name, size: Buffer.byteLength(content), content };
    });
  }

  private git(...args: string[]): string {
    const date = `${Math.floor(Date.now() / 1000)} +0000`;
    const env = {
      ...process.env,
      GIT_AUTHOR_NAME: agent.name,
      GIT_AUTHOR_EMAIL: agent.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: agent.name,
      GIT_COMMITTER_EMAIL: agent.email,
      GIT_COMMITTER_DATE: date,
    };
    // There is too little in it for git to look after each commit whether it should pack something.
    const command = ["-c", "maintenance.auto=false", ...args];
    return execFileSync("git", command, { cwd: this.folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }
}
