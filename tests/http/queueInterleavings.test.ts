// Runs with limits and priorities come, go, fail, wait and continue in any order. No limit is ever exceeded, and each
// claim gives the first run that its limits let go.
import * as fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { publicId } from "../../convex/lib/publicIds";
import { rankOf } from "../../convex/queue/limits";
import { Findings } from "../support/consistency/findings";
import { checkQueue } from "../support/consistency/queue";
import { Tables } from "../support/consistency/tables";
import { callbackOf, client, createProject, createWorkflow, dataOf } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

type Kind = "run.execute" | "run.continue";
type Command =
  | { kind: "start"; workflow: number; priority: number; conflictKey: string | null }
  | { kind: "claim"; of: Kind }
  | { kind: "complete" | "retry" | "defer" | "cancel" | "continue" | "resume"; run: number }
  | { kind: "limit"; workflow: number; most: number | null }
  | { kind: "limitProject"; most: number | null }
  | { kind: "pass"; ms: number };

const workflow = fc.nat(1);
const run = fc.nat(30);
const most = fc.constantFrom(null, 1, 2, 3);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("start"),
      workflow,
      priority: fc.integer({ min: -2, max: 2 }),
      conflictKey: fc.constantFrom(null, null, "deploy", "release"),
    } as const),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("claim"),
      of: fc.constantFrom<Kind>("run.execute", "run.execute", "run.continue"),
    } as const),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom("complete", "retry", "defer", "cancel", "continue", "resume"),
      run,
    } as const),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("limit"), workflow, most } as const) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("limitProject"), most } as const) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("pass"), ms: fc.constantFrom(1, 5000, 60_000) } as const) },
);

afterEach(() => vi.useRealTimers());

/** The keys of the limits that may concern the run. */
function keysOf({ workflowId, conflictKey }: Doc<"runs">): ReadonlySet<string> {
  return new Set([`workflow ${workflowId}`, "project", `conflict ${conflictKey ?? ""}`]);
}

class World {
  readonly found = new Findings();
  readonly deployment = inProcess();
  nowMs = Date.UTC(2026, 5, 1);
  readonly runs: string[] = [];
  api!: ReturnType<typeof client>;
  job!: Awaited<ReturnType<typeof callbackOf>>;
  workflows: string[] = [];

  async begin(): Promise<void> {
    vi.useFakeTimers({ toFake: ["Date"], now: this.nowMs });
    this.job = await callbackOf(this.deployment);
    this.api = client(this.deployment, (await createProject(this.deployment)).apiKey);
    this.workflows = [
      await createWorkflow(this.api, { concurrencyLimit: 1 }),
      await createWorkflow(this.api, { concurrencyLimit: 2 }),
    ];
  }

  async perform(wanted: Command): Promise<void> {
    // Each start has a time of its own, so that the order is never by chance.
    this.pass(1);
    const { api, job } = this;
    switch (wanted.kind) {
      case "start": {
        const { priority, conflictKey } = wanted;
        const workflowId = this.workflows[wanted.workflow];
        const body = { workflowId, prompt: "Build", priority, conflictKey };
        this.runs.push((await dataOf(api.post("/runs/start", body))).id);
        break;
      }
      case "claim":
        await this.claim(wanted.of);
        break;
      case "limit":
        await dataOf(api.put(`/workflows/${this.workflows[wanted.workflow]}`, { concurrencyLimit: wanted.most }));
        break;
      case "limitProject":
        await dataOf(api.post("/project/settings/update", { maxConcurrentRuns: wanted.most }));
        break;
      case "pass":
        this.pass(wanted.ms);
        break;
      default: {
        const runId = this.runs[wanted.run % Math.max(1, this.runs.length)];
        if (runId === undefined) break;
        if (wanted.kind === "cancel" || wanted.kind === "continue" || wanted.kind === "resume") {
          // Refused in other states, which changes nothing.
          await api.post(`/runs/${wanted.kind}`, { runId });
          break;
        }
        const held = (await this.state()).jobs.find(
          ({ status, subjectId }) => status === "claimed" && publicId("runs", subjectId as Id<"runs">) === runId,
        );
        if (held === undefined) break;
        const claim = { jobId: publicId("jobs", held._id), runnerId: "one" };
        if (wanted.kind === "retry") await job.call("job.fail", { ...claim, error: "Broken.", retryable: true });
        else if (wanted.kind === "defer") {
          await job.call("job.defer", { ...claim, until: this.nowMs + 7000, reason: "Later." });
        } else {
          await job.call("run.updateStatus", { runId, status: "running" });
          await job.call("run.updateStatus", { runId, status: "completed" });
          await job.call("job.complete", claim);
        }
      }
    }
    await this.deployment.settled();
    await this.check();
  }

  private pass(ms: number): void {
    this.nowMs += ms;
    vi.setSystemTime(this.nowMs);
  }

  /** The claim must give the first of those that may go, and none when none may. */
  private async claim(kind: Kind): Promise<void> {
    const candidates = await this.candidates(kind);
    const leaseMs = 900_000;
    const claimed = await this.job.call("job.claim", { runnerId: "one", kinds: [kind], leaseMs });
    const earliest = Math.min(...candidates.map(({ latestRank }) => latestRank));
    const may = candidates.filter(({ rank }) => rank <= earliest).map(({ runId }) => runId);
    const isRight = may.length === 0 ? claimed === null : may.includes(claimed?.runId);
    this.found.isTrue(`${claimed?.runId ?? "none"} is claimed, of ${may.join(" or ") || "none"}`, isRight);
  }

  private async candidates(kind: Kind) {
    const { jobs, queuePlaces: places } = await this.state();
    const waiting = jobs.filter((job) => job.status === "queued" && job.kind === kind);
    const found = [];
    for (const { subjectId, availableAtMs, priority, heldBy } of waiting) {
      const runId = subjectId as Id<"runs">;
      const place = places.find((each) => each.runId === runId);
      const wantedRun = await this.deployment.run((ctx) => ctx.db.get("runs", runId));
      if (wantedRun === null) continue;
      const fromMs = heldBy === undefined ? availableAtMs : (wantedRun.retry?.untilMs ?? 0);
      if (fromMs > this.nowMs || (await this.isFull(wantedRun, place))) continue;
      // A run that waited for its next try has waited since its start, or since the time of that try.
      const rankOfJob = fromMs === 0 ? [] : [rankOf(fromMs, priority)];
      const ranks = [...rankOfJob, ...(place === undefined ? [] : [place.rankMs])];
      found.push({ runId: publicId("runs", runId), rank: Math.min(...ranks), latestRank: Math.max(...ranks) });
    }
    return found;
  }

  /** Whether one of the limits of the run has as many active runs as it may. */
  private async isFull(wanted: Doc<"runs">, place: Doc<"queuePlaces"> | undefined): Promise<boolean> {
    const { queueLimits } = await this.state();
    return queueLimits.some(
      ({ key, most: limit = Infinity, inside }) => keysOf(wanted).has(key) && key !== place?.kept && inside >= limit,
    );
  }

  private async check(): Promise<void> {
    const state = await this.state();
    let tables = new Tables(new Map());
    for (const table of ["queueLimits", "queuePlaces", "runs"] as const) tables = tables.with(table, state[table]);
    checkQueue(tables, this.found);
    // What the limits count is what is claimed, running or paused.
    for (const { key, inside, most: limit } of state.queueLimits) {
      if (limit === undefined) continue;
      const active = state.runs.filter((each) => {
        const isClaimed = state.jobs.some(({ status, subjectId }) => status === "claimed" && subjectId === each._id);
        const isActive = each.status === "running" || each.status === "paused";
        const keepsKey = state.queuePlaces.some(({ runId, kept }) => runId === each._id && kept === key);
        return keysOf(each).has(key) && (isActive || keepsKey || (each.status === "pending" && isClaimed));
      });
      this.found.equal(`the active runs of the limit ${key}`, inside, active.length);
    }
  }

  private async state() {
    return await this.deployment.run(async (ctx) => ({
      jobs: await ctx.db.query("jobs").take(1000),
      runs: await ctx.db.query("runs").take(1000),
      queueLimits: await ctx.db.query("queueLimits").take(1000),
      queuePlaces: await ctx.db.query("queuePlaces").take(1000),
    }));
  }
}

it("limits hold and each claim gives the first run that may go, whatever happens in between", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 25, maxLength: 50 }), async (commands) => {
      const world = new World();
      await world.begin();
      for (const each of commands) {
        await world.perform(each);
        expect(world.found.sentences).toEqual([]);
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 240_000);
