// The service on the data directory that 0.1.0 has written, which has no code. Tests push it and start it again and
// again.
import { rmSync } from "node:fs";
import { vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { startEngine } from "./engine";
import type { RunningEngine } from "./engine";
import { callFunction, deploymentOn } from "./engineDeployment";
import { bearer, client } from "./fixtures";
import type { Client } from "./fixtures";
import { writtenBefore } from "./upgradeFixture";
import type { WrittenBefore } from "./upgradeFixture";

// A document of any table.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Document = any;

const patience = { timeout: 50_000, interval: 100 };

export class UpgradedService {
  readonly before: WrittenBefore = writtenBefore();
  private engine: RunningEngine | undefined;
  private aheadMs = 0;
  readonly deployment = deploymentOn(() => this.running);
  readonly api: Client = client(this.deployment, this.before.facts.apiKey);

  get running(): RunningEngine {
    if (this.engine === undefined) throw new Error("The engine does not run.");
    return this.engine;
  }

  /**
   * Starts the service with the code that was pushed last. Its clock is `afterMs` ahead of the clock of the service
   * that wrote the directory.
   */
  async start(afterMs: number): Promise<void> {
    const { dataDir, facts } = this.before;
    const startsAtMs = facts.writtenAtMs + afterMs;
    this.aheadMs = startsAtMs - Date.now();
    this.engine = await startEngine({ dataDir, startsAtMs });
  }

  async kill(): Promise<void> {
    await this.engine?.kill();
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.before.dataDir, { recursive: true, force: true });
  }

  call = async (operation: string, args: object, headers: Record<string, string> = {}) => {
    const response = await this.deployment.fetch("/job/callback", {
      method: "POST",
      headers: { ...bearer(this.before.callbackSecret), ...headers },
      body: JSON.stringify({ operation, args }),
    });
    const answer = await response.json();
    if (response.status !== 200) throw new Error(`${operation}: ${response.status} ${JSON.stringify(answer)}`);
    return answer.result;
  };

  async documents(table: string): Promise<Document[]> {
    const found: Document[] = [];
    for (let cursor: string | null = null; ;) {
      const args = { table, order: "asc", paginationOpts: { numItems: 1000, cursor } };
      const page: Document = await callFunction(this.running, "_system/cli/tableData", args);
      found.push(...page.page);
      if (page.isDone) return found;
      cursor = page.continueCursor;
    }
  }

  /** Starts the migrations and waits until all are done. */
  async migrate(): Promise<void> {
    await this.deployment.mutation(internal.migrations.scheduled.start, {});
    await this.migrated();
  }

  async migrated(): Promise<void> {
    const unfinished = async () =>
      (await this.deployment.query(internal.migrations.scheduled.status, {})).migrations.filter(
        ({ status }) => status !== "finished",
      );
    await vi.waitUntil(async () => (await unfinished()).length === 0, patience);
  }

  /** Waits until nothing is due any more. */
  async settled(): Promise<void> {
    const due = async () =>
      (await this.documents("_scheduled_functions")).filter(
        ({ state, scheduledTime }) =>
          state.kind === "inProgress" || (state.kind === "pending" && scheduledTime < this.nowMs),
      );
    await vi.waitUntil(async () => (await due()).length === 0, patience);
  }

  /** The present time by the service's clock. */
  get nowMs(): number {
    return Date.now() + this.aheadMs;
  }
}
