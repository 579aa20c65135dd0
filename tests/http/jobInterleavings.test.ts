// Runners do anything to a few jobs, in any order and at any time. The answers must be those of a model that remembers
// only the last claim of each job.
import * as fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { cancelJobsOf } from "../../convex/jobs/cancellation";
import { enqueueJob } from "../../convex/jobs/model";
import { publicId } from "../../convex/lib/publicIds";
import { inProcess } from "../support/inProcess";

const startedAt = Date.UTC(2026, 5, 1);
const jobCount = 3;

type Command =
  | { kind: "claim"; runner: string; leaseMs: number }
  | { kind: "heartbeat" | "complete"; runner: string; job: number; isFenced: boolean }
  | { kind: "fail"; runner: string; job: number; isFenced: boolean; retryable: boolean }
  | { kind: "cancel"; job: number }
  | { kind: "pass"; ms: number }
  | { kind: "release" };

/** The commands of a runner that holds a job, or believes that it does. */
type Action = Extract<Command, { runner: string; job: number }>;

const runner = fc.constantFrom("ada", "bob");
const job = fc.nat(jobCount - 1);
const isFenced = fc.boolean();
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("claim"), runner, leaseMs: fc.constantFrom(5000, 60_000) } as const),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom("heartbeat", "complete"), runner, job, isFenced } as const),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("fail"), runner, job, isFenced, retryable: fc.boolean() } as const),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel"), job } as const) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("pass"), ms: fc.constantFrom(1, 4999, 5000, 60_000) } as const),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("release") } as const) },
);

/** A job as the model knows it after its last claim. `isOver` says how it ended. */
interface Known {
  claims: number;
  holder: { runner: string; leaseMs: number; untilMs: number } | null;
  fromMs: number;
  isCancelling: boolean;
  isOver: "done" | "failed" | "cancelled" | null;
}

class Model {
  nowMs = startedAt;
  readonly jobs: Known[] = Array.from({ length: jobCount }, () => ({
    claims: 0,
    holder: null,
    fromMs: startedAt,
    isCancelling: false,
    isOver: null,
  }));
  /** For each runner and job, the number of the claim that the runner believes it has. */
  readonly beliefs = new Map<string, number>();

  /** The time from which the job can be claimed, or null if it never can. */
  private claimableFrom({ claims, holder, fromMs, isCancelling, isOver }: Known): number | null {
    if (isOver !== null) return null;
    if (holder === null) return fromMs;
    if (isCancelling) return null;
    const patienceMs = [5000, 10_000, 20_000, 40_000][claims - 1] ?? 0;
    return holder.untilMs - holder.leaseMs + Math.max(holder.leaseMs, patienceMs);
  }

  /**
   * A claim, and the clock, notice jobs whose runner was lost and that may not be tried again. Returns whether there
   * was one.
   */
  notice(): boolean {
    const lost = this.jobs.filter(
      ({ claims, holder, isCancelling, isOver }) =>
        isOver === null && (isCancelling || claims === 5) && holder !== null && holder.untilMs <= this.nowMs,
    );
    for (const job of lost) job.isOver = job.isCancelling ? "cancelled" : "failed";
    return lost.length > 0;
  }

  claim(runner: string, leaseMs: number) {
    const waiting = this.jobs
      .map((job, index) => ({ job, index, fromMs: this.claimableFrom(job) ?? Infinity }))
      .filter(({ fromMs }) => fromMs <= this.nowMs)
      .toSorted((a, b) => a.fromMs - b.fromMs || a.index - b.index)[0];
    if (waiting === undefined) return null;
    const { job, index } = waiting;
    const untilMs = this.nowMs + leaseMs;
    Object.assign(job, { claims: job.claims + 1, holder: { runner, leaseMs, untilMs } });
    this.beliefs.set(`${runner} ${index}`, job.claims);
    return { index, attempt: job.claims, fence: job.claims, untilMs };
  }

  /** The number of the claim under which the runner acts, or null if it does not send one. */
  fenceOf({ runner, job, isFenced }: Action): number | null {
    return isFenced ? (this.beliefs.get(`${runner} ${job}`) ?? null) : null;
  }

  /** Returns the answer that the model expects. Null means a refusal. */
  act(command: Action): string | null {
    const job = this.jobs[command.job]!;
    if ((this.fenceOf(command) ?? job.claims) !== job.claims) return null;
    const { holder } = job;
    if (job.isOver !== null || holder?.runner !== command.runner || holder.untilMs <= this.nowMs) return null;
    switch (command.kind) {
      case "heartbeat":
        if (job.isCancelling) return "cancelled";
        holder.untilMs = this.nowMs + holder.leaseMs;
        return "claimed";
      case "complete":
        return (job.isOver = "done");
      case "fail":
        if (job.isCancelling) return (job.isOver = "cancelled");
        if (!command.retryable || job.claims === 5) return (job.isOver = "failed");
        Object.assign(job, { holder: null, fromMs: this.nowMs + 5000 * 2 ** (job.claims - 1) });
        return "queued";
    }
  }

  cancel(index: number): void {
    const job = this.jobs[index]!;
    if (job.holder !== null) job.isCancelling = true;
    else job.isOver ??= "cancelled";
  }

  /** Returns the state of each job after all leases have run out. */
  end(): string[] {
    return this.jobs.map(({ isOver }) => isOver ?? "queued");
  }
}

afterEach(() => {
  vi.useRealTimers();
});

/** Makes a few jobs that wait. */
async function startJobs() {
  const t = inProcess();
  const jobs = await t.run(async (ctx) => {
    const projectId = await ctx.db.insert("projects", { name: "Demo", slug: "demo", gitRepoUrl: null });
    const made = [];
    for (let index = 0; index < jobCount; index++) {
      const mergeRunId = await ctx.db.insert("mergeRuns", { projectId, status: "running", pullRequests: [] });
      made.push({ mergeRunId, jobId: await enqueueJob(ctx, projectId, { kind: "merge.execute", mergeRunId }) });
    }
    return made;
  });
  const indexOf = (shownId: string) => jobs.findIndex(({ jobId }) => publicId("jobs", jobId) === shownId);
  return {
    t,
    claim: async (runnerId: string, leaseMs: number) => {
      const claimed = await t.mutation(internal.jobs.claimOperations.claim, {
        tokenHash: null,
        lease: null,
        input: { runnerId, leaseMs },
      });
      if (claimed === null) return null;
      if (claimed.kind !== "withoutInputs") throw new Error(`A claim of a merge run returned "${claimed.kind}".`);
      const { id, attempt, fence, leaseUntil } = claimed.job;
      return { index: indexOf(id), attempt, fence, untilMs: Date.parse(String(leaseUntil)) };
    },
    /** Returns the answer of the service. Null means a refusal. */
    act: async (command: Action, fence: number | null) => {
      const jobId = publicId("jobs", jobs[command.job]!.jobId);
      const lease = fence === null ? null : { jobId, fence };
      const fields = command.kind === "fail" ? { error: "Failed.", retryable: command.retryable } : {};
      const input = { jobId, runnerId: command.runner, error: "", ...fields };
      return await t.mutation(internal.jobs.operations[command.kind], { tokenHash: null, lease, input }).then(
        ({ status }) => status,
        () => null,
      );
    },
    cancel: (index: number) => t.run((ctx) => cancelJobsOf(ctx, jobs[index]!.mergeRunId)),
    release: () => t.mutation(internal.jobs.scheduled.release, {}),
    statuses: () =>
      t.run(async (ctx) => ({
        jobs: await Promise.all(jobs.map(async ({ jobId }) => (await ctx.db.get("jobs", jobId))?.status)),
        mergeRuns: await Promise.all(
          jobs.map(async ({ mergeRunId }) => (await ctx.db.get("mergeRuns", mergeRunId))?.status),
        ),
      })),
  };
}

/** Returns the answers of the service and those of the model. */
async function interleave(commands: Command[]): Promise<{ told: unknown[]; expected: unknown[] }> {
  vi.setSystemTime(startedAt);
  const model = new Model();
  const real = await startJobs();
  const told: unknown[] = [];
  const expected: unknown[] = [];
  const settle = async () => {
    if (model.notice()) await real.t.settled();
  };
  const last: Command[] = [{ kind: "pass", ms: 60_000 }, { kind: "release" }];
  for (const command of [...commands, ...last]) {
    switch (command.kind) {
      case "claim":
        told.push(await real.claim(command.runner, command.leaseMs));
        await settle();
        expected.push(model.claim(command.runner, command.leaseMs));
        break;
      case "cancel":
        await real.cancel(command.job);
        model.cancel(command.job);
        break;
      case "pass":
        model.nowMs += command.ms;
        vi.setSystemTime(model.nowMs);
        break;
      case "release":
        await real.release();
        await settle();
        break;
      default:
        told.push(await real.act(command, model.fenceOf(command)));
        expected.push(model.act(command));
    }
  }
  const jobs = model.end();
  const mergeRuns = jobs.map((status) => (status === "failed" ? "failed" : "running"));
  return { told: [...told, await real.statuses()], expected: [...expected, { jobs, mergeRuns }] };
}

it("the answers to runners equal those of a model, however their calls interleave", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: startedAt });
  const check = async (commands: Command[]) => {
    const { told, expected } = await interleave(commands);
    expect(told).toEqual(expected);
  };
  await fc.assert(fc.asyncProperty(fc.array(command, { maxLength: 60, size: "max" }), check), { numRuns: 100 });
});
