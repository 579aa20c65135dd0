// The rows of scheduled functions. Each job has a document in _scheduled_functions, which functions can read, and a row
// in `jobs` with the time when it is due. Every change of a job's state is in this file.
import type { Database } from "../../database/database";
import type { MutationTransaction } from "../../database/mutationTransaction";
import { tableNameOfId } from "../../database/transaction";
import { FunctionError } from "../../value/functionError";
import type { Document } from "../../database/documents";
import { isJsonObject, textOf, type Json, type JsonObject } from "../../value/json";
import { sizeOf } from "../../value/size";
import type { RegisteredFunction } from "../deployment/deployment";
import { canonicalPath } from "../deployment/functionPath";

/** A job is a document of the component that scheduled it, also when it runs a function of another component. */
export interface JobReference {
  readonly component: string;
  readonly id: string;
}

type JobState = "pending" | "inProgress" | "success" | "failed" | "canceled";

const table = "_scheduled_functions";
const storedAfterEndMs = 7 * 24 * 60 * 60 * 1000;
const farthestMs = 5 * 366 * 24 * 60 * 60 * 1000;

export interface NewJob {
  /** The component whose function the job runs. */
  target: string;
  name: string;
  args: Json;
  argsBytes: number;
  isAction: boolean;
  /** The time when the job is due, in epoch milliseconds. */
  at: number;
}

/** Checks what a function asked to schedule. `ts` is in seconds. */
export function checkedJob(
  callee: RegisteredFunction,
  ts: Json | undefined,
  args: Json | undefined,
  now: number,
): NewJob {
  if (typeof ts !== "number") throw new FunctionError("InvalidArgument", "Invalid argument `ts`: expected a number.");
  const at = ts * 1000;
  if (Math.abs(at - now) > farthestMs) {
    throw new FunctionError(
      "InvalidScheduledFunctionDelay",
      `${new Date(at).toISOString()} is more than 5 years ${at > now ? "in the future" : "in the past"}`,
    );
  }
  const name = canonicalPath(callee.path);
  const isAction = callee.kind === "action";
  return { target: callee.component.path, name, args: args ?? {}, argsBytes: sizeOf(args ?? {}), isAction, at };
}

/**
 * Stores a new job. `parent` is the job that the scheduling function belongs to, also through calls of other functions.
 * What is scheduled after its parent was cancelled is created as cancelled.
 */
export function insertJob(
  transaction: MutationTransaction,
  component: string,
  job: NewJob,
  parent: JobReference | null,
): string {
  const state = parent !== null && jobState(transaction, parent) === "canceled" ? "canceled" : "pending";
  const document = transaction.insertSystem(component, table, {
    name: job.name,
    args: [job.args],
    scheduledTime: job.at,
    state: { kind: state },
  });
  if (state === "pending") {
    const { target, isAction, at } = job;
    insertPendingJob(transaction, { component, id: document._id, target, isAction, at });
  } else {
    keepUntil(transaction, { component, id: document._id }, job.at + storedAfterEndMs);
  }
  return document._id;
}

/** Stores when a pending job is due. Its document exists already. */
export function insertPendingJob(
  transaction: MutationTransaction,
  { component, id, target, isAction, at }: JobReference & Pick<NewJob, "target" | "isAction" | "at">,
): void {
  const sql = "INSERT INTO jobs (id, at, is_running, component, target, is_action) VALUES (?, ?, 0, ?, ?, ?)";
  transaction.execute(sql, id, at, component, target, Number(isAction));
}

/** Cancels all pending jobs. Called when their documents are removed. */
export function cancelPendingJobs(transaction: MutationTransaction): void {
  const pending = transaction.sql
    .prepare<[string, string]>("SELECT id, component FROM jobs WHERE is_running = 0")
    .all();
  for (const [id, component] of pending) cancelJob(transaction, component, id);
}

function jobState(transaction: MutationTransaction, { component, id }: JobReference): JobState | undefined {
  const document = transaction.getSystem(component, table, id);
  return document && stateOf(document);
}

export interface BegunJob extends JobReference {
  target: string;
  name: string;
  args: Json;
}

/** Takes a pending job to run it. Returns undefined when the job is no longer pending. */
export function beginJob(transaction: MutationTransaction, id: string): BegunJob | undefined {
  const row = transaction.sql
    .prepare<[string, string]>("SELECT component, target FROM jobs WHERE id = ? AND is_running = 0")
    .get(id);
  if (row === undefined) return undefined;
  const [component, target] = row;
  const document = transaction.getSystem(component, table, id);
  if (document === undefined || stateOf(document) !== "pending") return undefined;
  setState(transaction, component, document, { kind: "inProgress" });
  transaction.execute("UPDATE jobs SET is_running = 1 WHERE id = ?", id);
  const { name, args } = document;
  return { component, id, target, name: textOf(name), args: Array.isArray(args) ? (args[0] ?? {}) : {} };
}

/** A job that was cancelled while it ran stays cancelled. */
export function endJob(
  transaction: MutationTransaction,
  job: JobReference,
  state: { kind: "success" } | { kind: "failed"; error: string },
  now: number,
): void {
  const document = transaction.getSystem(job.component, table, job.id);
  if (document === undefined) return;
  if (stateOf(document) === "inProgress") {
    setState(transaction, job.component, { ...document, completedTime: now }, state);
  }
  forgetDue(transaction, job.id);
  keepUntil(transaction, job, now + storedAfterEndMs);
}

/**
 * A pending job never runs. A running job continues, and its end changes nothing more. An ended job is not changed, and
 * one whose document has been deleted needs no change.
 */
export function cancelJob(transaction: MutationTransaction, component: string, id: Json | undefined): void {
  if (typeof id !== "string" || tableNameOfId(transaction.registry, component, id) !== table) {
    throw new FunctionError(
      "InvalidArgument",
      "Invalid argument `id` for `scheduler.cancel`: no such scheduled function.",
    );
  }
  const document = transaction.getSystem(component, table, id);
  if (document === undefined) return;
  const state = stateOf(document);
  if (state !== "pending" && state !== "inProgress") return;
  setState(transaction, component, { ...document, completedTime: transaction.creationTime }, { kind: "canceled" });
  if (state === "pending") {
    forgetDue(transaction, document._id);
    keepUntil(transaction, { component, id: document._id }, transaction.creationTime + storedAfterEndMs);
  }
}

const maxCounted = 100_000;

/** How many jobs wait. A look at an index, which ends at a hundred thousand. */
export function countWaitingJobs(database: Database): number {
  const sql = "SELECT count(*) FROM (SELECT 1 FROM jobs WHERE is_running = 0 LIMIT ?)";
  return database.readCommittedRows<[number]>(sql, maxCounted)[0]?.[0] ?? 0;
}

/** The time when the pending job that is due first is due, or null when none waits. */
export function oldestDueAt(database: Database): number | null {
  const firstOf = "SELECT at FROM jobs WHERE is_running = 0 AND is_action = ? ORDER BY at LIMIT 1";
  const times = [0, 1].flatMap((isAction) => database.readCommittedRows<[number]>(firstOf, isAction)[0]?.[0] ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** Deletes jobs that ended long enough ago. Returns how many. */
export function dropFinishedJobs(transaction: MutationTransaction, now: number, most: number): number {
  const due = transaction.sql
    .prepare<[string, number, string]>("SELECT id, at, component FROM finished_jobs WHERE at <= ? ORDER BY at LIMIT ?")
    .all(now, most);
  const forget = transaction.sql.prepare("DELETE FROM finished_jobs WHERE at = ? AND id = ?");
  for (const [id, at, component] of due) {
    transaction.removeSystem(component, table, id);
    forget.run(at, id);
  }
  return due.length;
}

function forgetDue(transaction: MutationTransaction, id: string): void {
  transaction.execute("DELETE FROM jobs WHERE id = ?", id);
}

function keepUntil(transaction: MutationTransaction, { component, id }: JobReference, at: number): void {
  transaction.execute("INSERT INTO finished_jobs (at, id, component) VALUES (?, ?, ?)", at, id, component);
}

function setState(transaction: MutationTransaction, component: string, document: Document, state: JsonObject): void {
  const { _id, _creationTime, ...fields } = document;
  transaction.replaceSystem(component, table, _id, { ...fields, state });
}

function stateOf(document: Document): JobState {
  const { state } = document;
  // The state needs no check, because only the engine writes documents of jobs.
  return (isJsonObject(state) ? state["kind"] : undefined) as JobState;
}
