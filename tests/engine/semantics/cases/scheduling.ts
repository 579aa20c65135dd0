// Scheduled functions, their rows, cancelling, and function handles.
import type { Value } from "convex/values";
import { expect } from "vitest";
import { type Case, part, returns, throws } from "../case";
import { type Args, settleJobs, type Subject } from "../subject";

const test = part("scheduling");

interface Job {
  _id: string;
  name: string;
  args: Value[];
  scheduledTime: number;
  completedTime?: number;
  state: { kind: string; error?: string };
}

const later = 60_000;

async function schedule(subject: Subject, path: string, args: Args, when: Args = {}): Promise<string> {
  return (await subject.mutation("scheduling:schedule", { path, args, ...when })) as string;
}

async function job(subject: Subject, id: string): Promise<Job> {
  return (await subject.query("scheduling:job", { id })) as unknown as Job;
}

async function settledJob(subject: Subject, id: string): Promise<Job> {
  await settleJobs(subject);
  return await job(subject, id);
}

async function ran(subject: Subject): Promise<Value> {
  await settleJobs(subject);
  return await subject.query("scheduling:ran");
}

const running: Case[] = [
  test(
    "a mutation scheduled by a mutation runs once",
    async (subject) => {
      await schedule(subject, "scheduling:record", { label: "a" });
      return await ran(subject);
    },
    returns(["a"]),
  ),
  test(
    "an action scheduled by a mutation runs once",
    async (subject) => {
      await schedule(subject, "scheduling:recordFromAction", { label: "a" });
      return await ran(subject);
    },
    returns(["a"]),
  ),
  test(
    "a mutation scheduled by an action runs once",
    async (subject) => {
      await subject.action("scheduling:scheduleFromAction", { path: "scheduling:record", args: { label: "a" } });
      return await ran(subject);
    },
    returns(["a"]),
  ),
  test(
    "a job at a time in the past runs at once",
    async (subject) => {
      await schedule(subject, "scheduling:record", { label: "a" }, { at: Date.now() - 1000 });
      return await ran(subject);
    },
    returns(["a"]),
  ),
  test(
    "a job runs after its delay, not before",
    async (subject) => {
      const asked = Date.now();
      await schedule(subject, "scheduling:record", { label: "a" }, { after: 150 });
      await settleJobs(subject);
      const row = await subject.query("reads:first", { read: { table: "jobs" } });
      // Node's timers may be a millisecond early.
      return (row as { _creationTime: number })._creationTime - asked >= 149;
    },
    returns(true),
  ),
  test(
    "a job may schedule the next",
    async (subject) => {
      await schedule(subject, "scheduling:chain", { left: 3 });
      return await ran(subject);
    },
    returns(["chain 3", "chain 2", "chain 1", "chain 0"]),
  ),
  test(
    "a job gets its arguments as they were, of every kind",
    async (subject) => {
      const note = { big: 5n, bytes: new Uint8Array([9]).buffer, float: -0, list: [null, true] };
      await schedule(subject, "scheduling:recordArguments", { label: "a", note });
      await settleJobs(subject);
      return ((await subject.query("reads:first", { read: { table: "jobs" } })) as { note: Value }).note;
    },
    returns({ big: 5n, bytes: new Uint8Array([9]).buffer, float: -0, list: [null, true] }),
  ),
  test(
    "a mutation that throws has scheduled nothing",
    async (subject) => {
      await subject.mutation("scheduling:scheduleThenThrow", { label: "a" }).catch(() => undefined);
      return await ran(subject);
    },
    returns([]),
  ),
  test(
    "an action that throws has scheduled what it scheduled",
    async (subject) => {
      await subject.action("scheduling:scheduleFromActionThenThrow", { label: "a" }).catch(() => undefined);
      return await ran(subject);
    },
    returns(["a"]),
  ),
  test(
    "a scheduled mutation that fails writes nothing and is not tried again",
    async (subject) => {
      await schedule(subject, "scheduling:recordThenThrow", { label: "a" });
      return await ran(subject);
    },
    returns([]),
  ),
  test(
    "a scheduled action that fails is not tried again",
    async (subject) => {
      await schedule(subject, "scheduling:failingAction", { label: "a" });
      return await ran(subject);
    },
    returns(["a"]),
  ),
  test(
    "many jobs of one mutation all run",
    async (subject) => {
      await subject.mutation("scheduling:scheduleMany", { count: 30, after: 0 });
      return ((await ran(subject)) as string[]).toSorted().length;
    },
    returns(30),
  ),
];

const rows: Case[] = [
  test(
    "a job that waits is a pending row with its name, arguments and time",
    async (subject) => {
      const id = await schedule(subject, "scheduling:record", { label: "a" }, { after: later });
      const { name, args, scheduledTime, state, _id } = await job(subject, id);
      const inTime = Math.abs(scheduledTime - Date.now() - later) < 5000;
      return { name, args, inTime, state, sameId: _id === id };
    },
    returns({
      name: "scheduling.js:record",
      args: [{ label: "a" }],
      inTime: true,
      state: { kind: "pending" },
      sameId: true,
    }),
  ),
  test(
    "a job that ran is a success with the time it ended",
    async (subject) => {
      const id = await schedule(subject, "scheduling:record", { label: "a" });
      const { state, completedTime } = await settledJob(subject, id);
      return { state, completed: typeof completedTime };
    },
    returns({ state: { kind: "success" }, completed: "number" }),
  ),
  test(
    "a job that failed says why",
    async (subject) => {
      const id = await schedule(subject, "scheduling:recordThenThrow", { label: "a" });
      return (await settledJob(subject, id)).state;
    },
    returns({ kind: "failed", error: expect.stringContaining("the job failed on purpose") }),
  ),
  test(
    "a job that threw a ConvexError is failed",
    async (subject) => {
      const id = await schedule(subject, "scheduling:throwData", {});
      return (await settledJob(subject, id)).state.kind;
    },
    returns("failed"),
  ),
  test(
    "an action that failed is failed",
    async (subject) => {
      const id = await schedule(subject, "scheduling:failingAction", { label: "a" });
      return (await settledJob(subject, id)).state.kind;
    },
    returns("failed"),
  ),
  test(
    "a mutation that runs as a job sees itself in progress and knows its own id",
    async (subject) => {
      await schedule(subject, "scheduling:recordOwnState", {});
      await settleJobs(subject);
      const row = (await subject.query("reads:first", { read: { table: "jobs" } })) as {
        note: { states: string[]; knowsItself: boolean };
      };
      return { inProgress: row.note.states.includes("inProgress"), knowsItself: row.note.knowsItself };
    },
    returns({ inProgress: true, knowsItself: true }),
  ),
  test(
    "a job can be read through db.system.query",
    async (subject) => {
      const id = await schedule(subject, "scheduling:record", { label: "a" }, { after: later });
      const read = { table: "_scheduled_functions", system: true };
      return ((await subject.query("reads:collect", { read })) as { _id: string }[]).some((row) => row._id === id);
    },
    returns(true),
  ),
  test(
    "a mutation that waits to be run with wrong arguments fails when it runs",
    async (subject) => {
      const id = await schedule(subject, "scheduling:record", { wrong: true });
      return (await settledJob(subject, id)).state.kind;
    },
    returns("failed"),
  ),
];

const cancelling: Case[] = [
  test(
    "a job that is cancelled does not run",
    async (subject) => {
      const at = Date.now() + 900;
      const id = await schedule(subject, "scheduling:record", { label: "cancelled" }, { at });
      await subject.mutation("scheduling:cancel", { id });
      await schedule(subject, "scheduling:record", { label: "due with it" }, { at });
      return [await ran(subject), (await job(subject, id)).state];
    },
    returns([["due with it"], { kind: "canceled" }]),
  ),
  test(
    "an action cancels a job",
    async (subject) => {
      const id = await schedule(subject, "scheduling:record", { label: "a" }, { after: later });
      await subject.action("scheduling:cancelFromAction", { id });
      return (await job(subject, id)).state;
    },
    returns({ kind: "canceled" }),
  ),
  test(
    "a job scheduled and cancelled by one mutation does not run",
    async (subject) => {
      const id = (await subject.mutation("scheduling:scheduleAndCancel", { label: "a" })) as string;
      return [await ran(subject), (await job(subject, id)).state];
    },
    returns([[], { kind: "canceled" }]),
  ),
  test(
    "cancelling a job that is over changes nothing",
    async (subject) => {
      const id = await schedule(subject, "scheduling:record", { label: "a" });
      await settleJobs(subject);
      await subject.mutation("scheduling:cancel", { id });
      return (await job(subject, id)).state;
    },
    returns({ kind: "success" }),
  ),
  test(
    "cancelling a job twice changes nothing",
    async (subject) => {
      const id = await schedule(subject, "scheduling:record", { label: "a" }, { after: later });
      await subject.mutation("scheduling:cancel", { id });
      await subject.mutation("scheduling:cancel", { id });
      return (await job(subject, id)).state;
    },
    returns({ kind: "canceled" }),
  ),
  test(
    "what is cancelled must be a scheduled function",
    async (subject) => {
      const id = await subject.mutation("documents:insert", { table: "things", value: { label: "no job" } });
      await subject.mutation("scheduling:cancel", { id });
    },
    throws(/scheduler.cancel|_scheduled_functions/),
  ),
];

const day = 24 * 3600 * 1000;
const fiveYears = 5 * 366 * day;

const errors: Case[] = [
  test(
    "a function that does not exist cannot be scheduled",
    async (subject) => {
      await schedule(subject, "scheduling:nothing", {}, { after: later });
    },
    throws(/Attempted to schedule function at nonexistent path/),
  ),
  test(
    "a query can be scheduled, and its job fails",
    async (subject) => {
      const id = await schedule(subject, "calls:greet", { name: "nobody" });
      return (await settledJob(subject, id)).state;
    },
    returns({ kind: "failed", error: expect.stringContaining("Only Mutation and Action can be scheduled") }),
  ),
  test(
    "a job more than five years ahead is refused",
    async (subject) => {
      await schedule(subject, "scheduling:record", { label: "a" }, { at: Date.now() + fiveYears + day });
    },
    throws(/5 years|five years/),
  ),
  test(
    "a job of the last day of five leap years is accepted",
    async (subject) => {
      const at = Date.now() + fiveYears - day;
      const id = await schedule(subject, "scheduling:record", { label: "a" }, { at });
      return (await job(subject, id)).state;
    },
    returns({ kind: "pending" }),
  ),
  test(
    "a job more than five years back is refused",
    async (subject) => {
      await schedule(subject, "scheduling:record", { label: "a" }, { at: Date.now() - fiveYears - day });
    },
    throws(/5 years|five years/),
  ),
  test(
    "a negative delay is an error",
    (subject) => schedule(subject, "scheduling:record", { label: "a" }, { after: -1 }),
    throws(/non-negative/),
  ),
];

const handles: Case[] = [
  test(
    "a function handle is text that says what it is",
    async (subject) =>
      ((await subject.query("scheduling:handleOf", { path: "scheduling:record" })) as string).startsWith("function://"),
    returns(true),
  ),
  test(
    "the handle of a function is always the same",
    async (subject) => {
      const handle = () => subject.query("scheduling:handleOf", { path: "scheduling:record" });
      return (await handle()) === (await handle());
    },
    returns(true),
  ),
  test(
    "a handle calls its function, an internal one too",
    async (subject) => {
      const handle = await subject.query("scheduling:handleOf", { path: "scheduling:record" });
      await subject.mutation("scheduling:callHandle", { handle, args: { label: "a" } });
      return await subject.query("scheduling:ran");
    },
    returns(["a"]),
  ),
  test(
    "a handle can be scheduled",
    async (subject) => {
      const handle = await subject.query("scheduling:handleOf", { path: "scheduling:record" });
      await subject.mutation("scheduling:scheduleHandle", { handle, args: { label: "a" } });
      return await ran(subject);
    },
    returns(["a"]),
  ),
  test(
    "a handle of nothing is an error",
    (subject) => subject.mutation("scheduling:callHandle", { handle: "function://nothing", args: {} }),
    throws(/./),
  ),
];

export const schedulingCases: Case[] = [...running, ...rows, ...cancelling, ...errors, ...handles];
