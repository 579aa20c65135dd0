// A runner of the job race, as a separate process. On purpose it never checks how long its lease lasts: after a long
// pause it continues as if nothing had happened, and the server must refuse it.
import { env } from "node:process";
import { randomNumbers } from "./crashLoad";
import { note } from "./jobRaceRecord";
import type { Call, Observation } from "./jobRaceRecord";

const { RACE_URL = "", RACE_SECRET = "", RACE_LOG = "", RACE_RUNNER = "", RACE_LEASE_MS, RACE_SEED } = env;
const leaseMs = Number(RACE_LEASE_MS);
const lanes = 4;
const random = randomNumbers(Number(RACE_SEED));

interface Claim {
  id: string;
  runId: string;
  fence: number;
}

type Told = { kind: "answer"; result: Record<string, unknown> | null } | { kind: "refusal"; error: string };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Makes a call. Returns null when the connection was lost; then nobody knows whether the call took effect. */
async function ask(operation: string, args: object, claim?: Claim): Promise<Told | null> {
  const lease = claim === undefined ? {} : { lease: { jobId: claim.id, fence: claim.fence } };
  try {
    const response = await fetch(`${RACE_URL}/job/callback`, {
      method: "POST",
      headers: { Authorization: `Bearer ${RACE_SECRET}` },
      body: JSON.stringify({ operation, args, ...lease }),
    });
    const body = (await response.json()) as { result: Record<string, unknown> | null; error: string };
    return response.status === 200
      ? { kind: "answer", result: body.result }
      : { kind: "refusal", error: `${response.status} ${body.error}` };
  } catch {
    await pause(50);
    return null;
  }
}

/** Makes a call until it is answered. Returns whether it was done. */
async function act(claim: Claim, call: Call, operation: string, args: object): Promise<boolean> {
  const noted = { runner: RACE_RUNNER, jobId: claim.id, fence: claim.fence, call };
  for (;;) {
    const sentAt = Date.now();
    note(RACE_LOG, { ...noted, kind: "sending", at: sentAt });
    const told = await ask(operation, args, claim);
    if (told === null) continue;
    if (told.kind === "answer") note(RACE_LOG, { ...noted, kind: "done", at: Date.now(), sentAt });
    else note(RACE_LOG, { ...noted, kind: "refused", at: Date.now(), error: told.error });
    return told.kind === "answer";
  }
}

/** Makes a call that only reads or prolongs. Returns its result, or null when it was refused. */
async function consult(claim: Claim, call: "look" | "heartbeat", operation: string, args: object) {
  let told = await ask(operation, args, claim);
  while (told === null) told = await ask(operation, args, claim);
  if (told.kind === "answer") return told.result;
  const noted = { runner: RACE_RUNNER, jobId: claim.id, fence: claim.fence, call, error: told.error } as const;
  note(RACE_LOG, { ...noted, kind: "refused", at: Date.now() });
  return null;
}

async function claimJob(): Promise<Claim | null> {
  const sentAt = Date.now();
  const told = await ask("job.claim", { runnerId: RACE_RUNNER, kinds: ["run.execute"], leaseMs });
  if (told === null) return null;
  if (told.kind === "refusal") throw new Error(told.error);
  if (told.result === null) return null;
  const { id, runId, fence, leaseUntil } = told.result as Record<"id" | "runId" | "leaseUntil", string> & Claim;
  const claimed = { jobId: id, fence, runId, sentAt, leaseUntil: Date.parse(leaseUntil) };
  note(RACE_LOG, { runner: RACE_RUNNER, kind: "claimed", at: Date.now(), ...claimed });
  return { id, runId, fence };
}

async function prolong(claim: Claim): Promise<boolean> {
  const sentAt = Date.now();
  const told = await consult(claim, "heartbeat", "job.heartbeat", { jobId: claim.id, runnerId: RACE_RUNNER });
  if (told === null) return false;
  const prolonged: Observation = {
    runner: RACE_RUNNER,
    jobId: claim.id,
    fence: claim.fence,
    at: Date.now(),
    kind: "prolonged",
    sentAt,
    leaseUntil: Date.parse(String(told["leaseUntil"])),
  };
  note(RACE_LOG, prolonged);
  return true;
}

/** Works on the job of a claim. Ends early when the server refuses a call. */
async function workOn(claim: Claim): Promise<void> {
  const { id: jobId, runId, fence } = claim;
  const run = await consult(claim, "look", "run.get", { runId });
  if (run === null) return;
  if (run["status"] !== "completed" && !(await execute(claim, run["status"] === "running"))) return;
  await act(claim, "complete", "job.complete", { jobId, runnerId: RACE_RUNNER, result: { fence } });
}

async function execute(claim: Claim, isRunning: boolean): Promise<boolean> {
  const { runId, fence } = claim;
  if (!isRunning && !(await act(claim, "begin", "run.updateStatus", { runId, status: "running" }))) return false;
  const write = (effect: Call) =>
    act(claim, effect, "run.updateProgress", { runId, progress: { message: `${fence} ${effect}` } });
  await pause(random() * 40);
  if (!(await write("effect 0")) || !(await prolong(claim))) return false;
  await pause(random() * 40);
  if (!(await write("effect 1"))) return false;
  return await act(claim, "end", "run.updateStatus", { runId, status: "completed" });
}

async function work(): Promise<never> {
  for (;;) {
    const claim = await claimJob();
    if (claim === null) await pause(100 + random() * 200);
    else await workOn(claim);
  }
}

await Promise.all(Array.from({ length: lanes }, work));
