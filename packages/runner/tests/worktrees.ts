// A runner's folder with one repository and worktrees of runs, as the runner leaves them.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readConfiguration } from "../src/config/configuration";
import { Locks } from "../src/git/locks";
import { Records } from "../src/state/records";
import { InUse } from "../src/work/inUse";
import type { LogEvent, Tools } from "../src/work/tools";

export function git(cwd: string, ...args: string[]): string {
  const who = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  return execFileSync("git", [...who, ...args], { cwd, input: "", encoding: "utf8" }).trim();
}

export class RunnerFolder {
  readonly folder = mkdtempSync(path.join(tmpdir(), "switchyard-folder-"));
  readonly mirror = path.join(this.folder, "repositories/shop.git");
  readonly records = new Records(path.join(this.folder, "state"));
  readonly events: LogEvent[] = [];

  constructor() {
    mkdirSync(this.mirror, { recursive: true });
    git(this.mirror, "init", "--quiet", "--bare", "--initial-branch=main", ".");
    const tree = git(this.mirror, "mktree");
    git(this.mirror, "update-ref", "refs/heads/main", git(this.mirror, "commit-tree", "-m", "begin", tree));
  }

  /** Returns the folder of a new worktree, which has a record. */
  async worktree(subjectId: string): Promise<string> {
    const place = this.orphan(subjectId);
    await this.remember(subjectId, place);
    return place;
  }

  /** Returns the folder of a new worktree without a record, as a merge has it. */
  orphan(name: string): string {
    const place = path.join(this.folder, "worktrees", name);
    git(this.mirror, "worktree", "add", "--quiet", "--detach", place, "main");
    return place;
  }

  async remember(subjectId: string, worktree: string): Promise<void> {
    const where = { repoUrl: "shop", mirror: this.mirror, worktree, branch: `switchyard/${subjectId}` };
    await this.records.write({ subjectId, attempt: 1, session: null, ...where });
  }

  async remembered(): Promise<string[]> {
    return (await this.records.all()).map(({ subjectId }) => subjectId).toSorted();
  }

  tools({ maxDiskGb, busy = [] }: { maxDiskGb?: number; busy?: string[] }): Tools {
    const { folder, records } = this;
    const standard = readConfiguration([], { SWITCHYARD_RUNNER_TOKEN: "token" });
    const configuration = { ...standard, folder, maxDiskGb: maxDiskGb ?? standard.maxDiskGb };
    const places = {
      mirrors: path.dirname(this.mirror),
      worktrees: path.join(folder, "worktrees"),
      servers: path.join(folder, "servers"),
      temporary: path.join(folder, "temporary"),
      quarantine: path.join(folder, "quarantine"),
    };
    const log = (event: LogEvent) => void this.events.push(event);
    const watcher = { begin: async () => {} };
    const maps = { agents: new Map(), living: new Map(), serving: new Map() };
    const rest = {
      ...maps,
      isolation: { kind: "none" as const },
      inUse: new InUse(),
      watcher,
      places,
      log,
    } satisfies Partial<Tools>;
    return { configuration, records, locks: new Locks(), busy: new Set(busy), ...rest };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
