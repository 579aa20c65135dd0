// Keeps what the runner has on disk within its bound, and its mirrors fast. The worktrees of completed runs are gone
// already; of the others the oldest go first, if they hold only commits. One with changes stays until a person
// has looked at it.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { git, maxMs } from "../git/git";
import { removeIfClean } from "../git/worktree";
import { toolEnvironment } from "../agents/process/environment";
import { housekeepingMirror } from "./gitIsolation";
import type { Configuration } from "../config/configuration";
import { removeUnrecordedWorktrees } from "./staleWorktrees";
import type { StaleWorktreeTools } from "./staleWorktrees";

export type HousekeepingTools = StaleWorktreeTools & { configuration: Pick<Configuration, "folder" | "maxDiskGb"> };

const execute = promisify(execFile);

/** Measuring reads all folders, so it happens this often. */
const everyMs = 60_000;
const packEveryMs = 24 * 3_600_000;

export class Housekeeping {
  private lookedAtMs = -Infinity;
  private packedAtMs = -Infinity;
  private found: string | null = null;

  constructor(
    private readonly tools: HousekeepingTools,
    private readonly stopping: AbortSignal,
  ) {}

  /** Returns why no further job should begin now, or null. */
  async findShortage(): Promise<string | null> {
    if (Date.now() - this.lookedAtMs < everyMs) return this.found;
    this.found = await this.look();
    this.lookedAtMs = Date.now();
    return this.found;
  }

  private async look(): Promise<string | null> {
    if (Date.now() - this.packedAtMs >= packEveryMs) await this.packMirrors();
    const { folder, maxDiskGb } = this.tools.configuration;
    let usedGb = await sizeGb(folder);
    if (usedGb > maxDiskGb) {
      await this.removeOldest(async () => (usedGb = await sizeGb(folder)) <= maxDiskGb);
    }
    if (usedGb <= maxDiskGb) return null;
    return `${folder} has ${usedGb.toFixed(1)} GB of at most ${maxDiskGb}; what is left there are repositories, and worktrees with changes that nobody has committed`;
  }

  /** Every step leaves objects of git, each in a file of its own, until git packs them where it is worth it. */
  private async packMirrors(): Promise<void> {
    const { folders, log } = this.tools;
    this.packedAtMs = Date.now();
    for (const name of await readdir(folders.mirrors).catch(() => [])) {
      const mirror = path.join(folders.mirrors, name);
      const options = { cwd: mirror, signal: this.stopping, timeoutMs: maxMs.transfer };
      const pack = () => git(["-c", "gc.autoDetach=false", "gc", "--auto", "--quiet"], options);
      await housekeepingMirror(this.tools, mirror, this.stopping)
        .exclusively(pack)
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          log({ kind: "fault", message: `${mirror} could not be packed: ${reason}` });
        });
    }
  }

  private async removeOldest(isEnough: () => Promise<boolean>): Promise<void> {
    const { records, activeWork, worktreeUses } = this.tools;
    const all = (await records.all()).toSorted((a, b) => a.updatedAtMs - b.updatedAtMs);
    for (const record of all) {
      const { subjectId, mirror, worktree } = record;
      if (activeWork.has(subjectId) || worktreeUses.isUsed(worktree) || !existsSync(worktree)) continue;
      await worktreeUses.removeWhenUnused(worktree, async () => {
        if (await removeIfClean(housekeepingMirror(this.tools, mirror, this.stopping), worktree))
          await records.remove(record);
      });
      if (!existsSync(worktree) && (await isEnough())) return;
    }
    await removeUnrecordedWorktrees(this.tools, this.stopping);
    await isEnough();
  }
}

async function sizeGb(folder: string): Promise<number> {
  const { stdout } = await execute("du", ["-sk", folder], { env: toolEnvironment() }).catch((error: unknown) => {
    // Files may go while they are counted. du counts the others and ends with 1.
    if (isMeasured(error)) return error;
    throw error;
  });
  return Number.parseInt(stdout, 10) / 1024 ** 2;
}

function isMeasured(error: unknown): error is { stdout: string } {
  return error instanceof Error && "stdout" in error && typeof error.stdout === "string" && /^\d+/.test(error.stdout);
}
