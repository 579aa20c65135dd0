// A runner's folder with one repository and worktrees of runs, as the runner leaves them.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readConfiguration } from "../src/config/configuration";
import type { Isolation } from "../src/agents/isolation/contract";
import { NamedLocks } from "../src/git/locks";
import { exclusiveAccess } from "../src/git/mirror";
import type { WorktreeMirror } from "../src/git/mirror";
import { openWorktree } from "../src/git/worktree";
import { WorkRecords } from "../src/state/workRecords";
import { WorktreeUses } from "../src/worktrees/worktreeUses";
import type { LogEvent } from "../src/log/events";
import type { HousekeepingTools } from "../src/worktrees/housekeeping";

export function git(cwd: string, ...args: string[]): string {
  const who = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  return execFileSync("git", [...who, ...args], { cwd, input: "", encoding: "utf8" }).trim();
}

const beginsMirror = `git init --quiet --bare --initial-branch=main .
tree=$(git mktree)
git update-ref refs/heads/main "$(git -c user.name=Test -c user.email=test@example.com commit-tree -m begin "$tree")"`;

export class RunnerFolder {
  readonly folder = mkdtempSync(path.join(tmpdir(), "switchyard-folder-"));
  readonly mirror = path.join(this.folder, "repositories/shop.git");
  readonly events: LogEvent[] = [];
  readonly records = new WorkRecords(path.join(this.folder, "state"), (message) => {
    this.events.push({ kind: "fault", message });
  });
  readonly quarantine = path.join(this.folder, "quarantine");
  private readonly locks = new NamedLocks();

  constructor() {
    mkdirSync(this.mirror, { recursive: true });
    // A shell starts programs at a fifth of what it costs a worker.
    execFileSync("sh", ["-ec", beginsMirror], { cwd: this.mirror, input: "" });
  }

  /** Returns the folder of a new worktree, which has a record. */
  async worktree(subjectId: string): Promise<string> {
    const place = await this.orphan(subjectId);
    await this.remember(subjectId, place);
    return place;
  }

  /** Returns the folder of a new worktree without a record, as a merge has it. */
  async orphan(name: string): Promise<string> {
    const place = path.join(this.folder, "worktrees", name);
    const { quarantine } = this;
    const mirror = { ...this.home(), url: "", credential: null };
    await openWorktree({ mirror, folder: place, branch: `switchyard/${name}`, begin: "main", quarantine });
    return place;
  }

  /** The mirror, with git in its worktrees behind this isolation. */
  home(isolation: Isolation = { kind: "none" }, { signal } = new AbortController()): WorktreeMirror {
    const gitIsolation = { isolation, dockerImage: null, patienceMs: 60_000 };
    return { folder: this.mirror, gitIsolation, signal, exclusively: exclusiveAccess(this.locks, this.mirror) };
  }

  async remember(subjectId: string, worktree: string): Promise<void> {
    const where = { repoUrl: "shop", mirror: this.mirror, worktree, branch: `switchyard/${subjectId}` };
    await this.records.write({ subjectId, attempt: 1, session: null, ...where });
  }

  async remembered(): Promise<string[]> {
    return (await this.records.all()).map(({ subjectId }) => subjectId).toSorted();
  }

  tools({ maxDiskGb, busy = [] }: { maxDiskGb?: number; busy?: string[] }): HousekeepingTools {
    const { folder, records, quarantine, locks } = this;
    const standard = readConfiguration([], { SWITCHYARD_RUNNER_TOKEN: "token" });
    return {
      configuration: { ...standard, folder, maxDiskGb: maxDiskGb ?? standard.maxDiskGb },
      records,
      locks,
      activeWork: new Set(busy),
      isolation: { kind: "none" },
      worktreeUses: new WorktreeUses(),
      folders: { mirrors: path.dirname(this.mirror), worktrees: path.join(folder, "worktrees"), quarantine },
      log: (event) => void this.events.push(event),
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
