// People, runners, code hosts and the clock do anything to a run, in any order and at any time. Each call is answered,
// and the run changes, as in a model (tests/support/runModel.ts). The run's log has no gap, and members are notified
// once of each end.
// INTERLEAVINGS=10000 npx vitest run tests/http/runInterleavings.test.ts (nine minutes)
import * as fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { documentId } from "../../convex/lib/publicIds";
import { callbackOf, client, createProject, createWorkflow, dataOf } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { RunModel } from "../support/runModel";
import type { Held } from "../support/runModel";

const interleavings = Number(process.env["INTERLEAVINGS"] ?? 300);
const startedAt = Date.UTC(2026, 5, 1);

const calls = ["pause", "resume", "cancel", "restart", "continue", "request-graceful-stop"] as const;
const reported = ["pending", "scheduled", "running", "paused", "completed", "failed", "cancelled"] as const;
const runner = fc.constantFrom("ada", "bob");
const isFenced = fc.boolean();

const opening = fc.record({ kind: fc.constant("open") } as const);
const saying = fc.record({
  kind: fc.constant("say"),
  key: fc.constantFrom("build", "lint"),
  says: fc.constantFrom("one", "two", "three"),
  // Most of what is reported has not ended.
  isResolved: fc.constantFrom(false, false, false, true),
} as const);

const command = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("ask"), call: fc.constantFrom(...calls) } as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("claim"),
      runner,
      leaseMs: fc.constantFrom(5000, 60_000, 900_000),
    } as const),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("act"),
      action: fc.constantFrom("heartbeat", "complete", "fail"),
      isRetryable: fc.boolean(),
      runner,
      isFenced,
    } as const),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("report"),
      // "running" is the status that runners report most often.
      status: fc.oneof(fc.constant("running" as const), fc.constantFrom(...reported)),
      runner,
      isFenced,
    } as const),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("stop"), runner, isFenced } as const) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("pass"),
      ms: fc.constantFrom(1, 5000, 59_999, 60_000, 120_000, 600_000, 86_400_000),
    } as const),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("sweep") } as const) },
  { weight: 2, arbitrary: opening },
  { weight: 5, arbitrary: saying },
);
/** What rounds depend on, so that a series has several of them. */
const ofRounds = fc.oneof(
  { weight: 8, arbitrary: saying },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("report"),
      status: fc.constantFrom("running", "completed", "completed", "failed"),
      runner,
      isFenced: fc.constant(false),
    } as const),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("ask"), call: fc.constantFrom("continue", "restart") } as const),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("pass"), ms: fc.constantFrom(1, 60_000) } as const) },
  { weight: 1, arbitrary: opening },
);
type Command = typeof command extends fc.Arbitrary<infer One> ? One : never;

/** As in the model. */
const followUp = {
  checks: true,
  reviews: false,
  conflicts: false,
  maxRounds: 2,
  quietMs: 60_000,
  trust: "listed",
  trusted: [],
};

afterEach(() => {
  vi.useRealTimers();
});

/**
 * Starts a run and returns functions that act on it over REST and the callback. Each returns the answer; null means a
 * refusal.
 */
async function startRun(startBy: number | null) {
  const t = inProcess();
  const job = await callbackOf(t);
  const api = client(t, (await createProject(t)).apiKey);
  const steps = [{ role: "designer", name: "Design", timeoutMs: 60_000 }];
  const workflowId = await createWorkflow(api, { steps, followUp });
  const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Build it.", startBy }));
  const jobIds: string[] = [];
  const leaseOf = (held: Held | null) => (held === null ? undefined : { jobId: jobIds[held.job]!, fence: held.fence });
  const told = async (operation: string, args: object, held: Held | null): Promise<string | null> =>
    await job.call(operation, args, leaseOf(held)).then(
      ({ status }) => status,
      () => null,
    );
  return {
    ask: async (call: (typeof calls)[number]) => (await api.post(`/runs/${call}`, { runId })).status === 200,
    claim: async (runnerId: string, leaseMs: number): Promise<Held | null> => {
      const claimed = await job.call("job.claim", { runnerId, leaseMs, kinds: ["run.execute", "run.continue"] });
      if (claimed === null) return null;
      await orderJobs(claimed.id);
      return { job: jobIds.indexOf(claimed.id), fence: claimed.fence };
    },
    act: (
      action: "heartbeat" | "complete" | "fail",
      runnerId: string,
      index: number,
      fenced: Held | null,
      more: object,
    ) => told(`job.${action}`, { jobId: jobIds[index]!, runnerId, ...more }, fenced),
    report: (status: string, fenced: Held | null) => told("run.updateStatus", { runId, status }, fenced),
    stop: (fenced: Held | null) => told("run.setStopFlag", { runId, stop: true }, fenced),
    open: () => job.call("run.updatePr", { runId, prUrl: "https://code.example/o/r/pull/7", prStatus: "open" }),
    say: async (key: string, text: string, isResolved: boolean): Promise<string | undefined> => {
      const item = { key, kind: "check", title: key, text, isResolved };
      const counted: Record<string, number> = await job.call("run.reportFeedback", { runId, items: [item] });
      return Object.entries(counted).find(([, count]) => count === 1)?.[0];
    },
    /** The clock comes when the time for a round has come. */
    followUp: async () => {
      await t.run(async (ctx) => {
        const pending = (await ctx.db.system.query("_scheduled_functions").collect()).filter(
          ({ name, state }) => name === "runs/scheduled:followUp" && state.kind === "pending",
        );
        // It would wait for as long as the clock says, and the test moves the clock.
        for (const { _id } of pending) await ctx.scheduler.cancel(_id);
      });
      await t.settled();
      const id = await t.run(async (ctx) => documentId(ctx, "runs", runId));
      const dueMs = await t.run(async (ctx) => (await ctx.db.get("runs", id))?.followUpAtMs ?? null);
      if (dueMs !== null && dueMs <= Date.now())
        await t.mutation(internal.runs.scheduled.followUp, { runId: id, dueMs });
      await t.settled();
    },
    settled: () => t.settled(),
    sweep: async () => {
      await t.mutation(internal.runs.scheduled.releaseAllDue, {});
      for (const sweep of [
        internal.jobs.scheduled.release,
        internal.jobs.scheduled.endOverdue,
        internal.runs.scheduled.endOverdue,
      ]) {
        await t.mutation(sweep, {});
        await t.settled();
      }
    },
    end: async () => {
      const { status, attempt, round, stopAfterCurrentTurn } = await dataOf(api.get(`/runs/get?id=${runId}`));
      const events = await dataOf(api.get(`/runs/events?id=${runId}&limit=200`));
      const feedback = (await dataOf(api.get(`/runs/feedback?id=${runId}`))).toReversed();
      const news: { type: string }[] = await dataOf(api.get("/notifications?limit=100"));
      return {
        run: { status, attempt, round, isStopping: stopAfterCurrentTurn },
        feedback: feedback.map((item: { title: string; status: string; round: number | null }) => {
          return [item.title, item.status, item.round];
        }),
        numbers: events.map(({ seq }: { seq: number }) => seq),
        entered: events
          .filter(({ type }: { type: string }) => type === "run.status")
          .map(({ data }: { data: { status: string; reason?: string } }) => [data.status, data.reason ?? null]),
        news: news.map(({ type }) => type).toSorted(),
      };
    },
  };

  /** Jobs are numbered in the order in which they are made, whichever is claimed first. */
  async function orderJobs(claimedId: string): Promise<void> {
    if (jobIds.includes(claimedId)) return;
    const { jobs } = await t.documents();
    // A look at the pull request is not a job of the run.
    const ofRun = (jobs as { _id: string; kind: string }[]).filter(({ kind }) => kind !== "pullRequest.look");
    jobIds.splice(0, jobIds.length, ...ofRun.map(({ _id }) => `job_${_id}`));
  }
}

async function interleave(startBy: number | null, commands: Command[]) {
  vi.setSystemTime(startedAt);
  const real = await startRun(startBy);
  const model = new RunModel(startedAt, startBy ?? Infinity);
  const held = new Map<string, Held>();
  const told: unknown[] = [];
  const expected: unknown[] = [];
  for (const command of [...commands, { kind: "sweep" } as const]) {
    const belief = "runner" in command ? (held.get(command.runner) ?? null) : null;
    const fenced = "isFenced" in command && command.isFenced ? belief : null;
    const isRefused = fenced !== null && model.isStale(fenced);
    switch (command.kind) {
      case "ask":
        told.push(await real.ask(command.call));
        expected.push(model.ask(command.call));
        break;
      case "claim": {
        const claimed = model.claim(command.runner, command.leaseMs);
        told.push(await real.claim(command.runner, command.leaseMs));
        expected.push(claimed);
        if (claimed !== null) held.set(command.runner, claimed);
        await real.settled();
        break;
      }
      case "act": {
        if (belief === null) break;
        const { action, isRetryable } = command;
        const more = action === "fail" ? { error: "Failed.", retryable: isRetryable } : {};
        told.push(await real.act(action, command.runner, belief.job, fenced, more));
        expected.push(isRefused ? null : model.act(action, command.runner, belief.job, isRetryable));
        break;
      }
      case "report":
        told.push(await real.report(command.status, fenced));
        if (!isRefused) model.report(command.status);
        expected.push(isRefused ? null : command.status);
        break;
      case "stop":
        told.push(await real.stop(fenced));
        if (!isRefused) model.stop();
        expected.push(isRefused ? null : model.status);
        break;
      case "pass":
        model.nowMs += command.ms;
        vi.setSystemTime(model.nowMs);
        break;
      case "sweep":
        await real.sweep();
        model.sweep();
        break;
      case "open":
        await real.open();
        model.openRequest();
        break;
      case "say":
        told.push(await real.say(command.key, command.says, command.isResolved));
        expected.push(model.say(command.key, command.says, command.isResolved));
        break;
    }
    await real.followUp();
    model.followUp();
  }
  const { numbers, ...end } = await real.end();
  const { status, attempt, round, isStopping, entered, news, items } = model;
  const feedback = [...items].map(([title, item]) => [title, item.status, item.round]);
  return {
    told: [...told, end, numbers],
    expected: [
      ...expected,
      { run: { status, attempt, round, isStopping }, feedback, entered, news: news.toSorted() },
      numbers.map((_: number, index: number) => index + 1),
    ],
  };
}

it(`a run equals its model, however ${interleavings} series of calls interleave`, { timeout: 3_600_000 }, async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: startedAt });
  const check = async (isHasty: boolean, commands: Command[]) => {
    const { told, expected } = await interleave(isHasty ? startedAt + 90_000 : null, commands);
    expect(told).toEqual(expected);
  };
  const commands = fc.array(command, { minLength: 5, maxLength: 25, size: "max" });
  await fc.assert(fc.asyncProperty(fc.boolean(), commands, check), { numRuns: interleavings, endOnFailure: true });
});

it(
  `no item is handled twice or lost, and no round is above the cap, in ${interleavings} series of rounds`,
  {
    timeout: 3_600_000,
  },
  async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: startedAt });
    const check = async (commands: Command[]) => {
      const { told, expected } = await interleave(null, [{ kind: "open" }, ...commands]);
      expect(told).toEqual(expected);
    };
    const commands = fc.array(ofRounds, { minLength: 10, maxLength: 30, size: "max" });
    await fc.assert(fc.asyncProperty(commands, check), { numRuns: interleavings, endOnFailure: true });
  },
);
