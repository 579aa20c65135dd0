// The jobs of the hand-written server. A runner that waits for a job is answered as soon as there is one.
import { database, enqueue, newId, prepare } from "./database";
import { Refusal } from "./http";
import { addProductIndexes } from "./indexes";

database.exec(`
  CREATE TABLE jobs (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, status TEXT NOT NULL, available_at REAL NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, fence INTEGER NOT NULL DEFAULT 0, runner TEXT, lease_until REAL) WITHOUT ROWID;
  CREATE INDEX jobs_by_availability ON jobs (status, available_at);
`);

// A job has no time of creation of its own: it is available from then on. The additional columns stay empty.
addProductIndexes("jobs", "jobs", {
  projectId: "project_id",
  status: "status",
  kind: "kind",
  subjectId: "subject",
  availableAtMs: "available_at",
  leaseUntilMs: "lease_until",
  runnerId: "runner",
  _creationTime: "available_at",
});

type Args = Record<string, unknown>;

/** The way a claim is answered. `deliver` returns the data about the job's subject that the runner receives. */
interface Claimant {
  deliver: (subject: string) => unknown;
  answer: (result: unknown) => void;
  refuse: (thrown: unknown) => void;
}

interface Waiting extends Claimant {
  runnerId: string;
  leaseMs: number;
  untilMs: number;
}

const claimOldest = prepare(`
  UPDATE jobs SET status = 'claimed', attempts = attempts + 1, fence = fence + 1, runner = ?, lease_until = ?
  WHERE id = (SELECT id FROM jobs WHERE status = 'queued' AND available_at <= ? ORDER BY available_at LIMIT 1)
  RETURNING id, kind, subject, attempts, fence, lease_until`);
const endClaim = prepare(
  "UPDATE jobs SET status = 'done' WHERE id = ? AND runner = ? AND status = 'claimed' RETURNING id",
);
const insertJob = prepare(`
  INSERT INTO jobs (id, project_id, kind, subject, status, available_at) VALUES (?, ?, ?, ?, 'queued', ?)`);

type JobRow = [id: string, kind: string, subject: string, attempts: number, fence: number, leaseUntil: number];

/** The waiting runners in the order in which they came. */
const waiting = new Set<Waiting>();

export function claimJob(args: Args, claimant: Claimant): void {
  const { runnerId, leaseMs = 60_000, waitMs = 0 } = args;
  if (typeof runnerId !== "string" || typeof leaseMs !== "number" || typeof waitMs !== "number") {
    throw new Refusal(400, "The arguments do not fit.");
  }
  tryToClaim({ runnerId, leaseMs, untilMs: Date.now() + waitMs, ...claimant });
}

/**
 * Queues a job. It must be called inside a write. A waiting runner is answered after the commit, which follows in
 * this turn of the event loop.
 */
export function queueJob(projectId: string, kind: string, subject: string, atMs: number): void {
  insertJob.run(newId(), projectId, kind, subject, atMs);
  setImmediate(() => {
    const [first] = waiting;
    if (first === undefined) return;
    waiting.delete(first);
    tryToClaim(first);
  });
}

export function completeJob({ jobId, runnerId }: Args): unknown {
  if (typeof jobId !== "string" || typeof runnerId !== "string") throw new Refusal(400, "The arguments do not fit.");
  const ended: unknown = endClaim.get(jobId.slice("job_".length), runnerId);
  if (ended === undefined) throw new Refusal(400, "The runner does not hold the job.");
  return { id: jobId, _id: jobId, status: "done" };
}

function tryToClaim(claim: Waiting): void {
  let found: unknown = null;
  enqueue({
    work: () => (found = claimOne(claim)),
    answer: () => {
      if (found !== null || Date.now() >= claim.untilMs) claim.answer(found);
      else waitFor(claim);
    },
    refuse: claim.refuse,
  });
}

function waitFor(claim: Waiting): void {
  waiting.add(claim);
  setTimeout(() => {
    if (waiting.delete(claim)) claim.answer(null);
  }, claim.untilMs - Date.now());
}

function claimOne({ runnerId, leaseMs, deliver }: Waiting): unknown {
  const nowMs = Date.now();
  const row = claimOldest.get(runnerId, nowMs + leaseMs, nowMs) as unknown as JobRow | undefined;
  if (row === undefined) return null;
  const [id, kind, subject, attempt, fence, leaseUntil] = row;
  const claim = { id: `job_${id}`, _id: `job_${id}`, kind, attempt, fence, runId: `r_${subject}` };
  return { ...claim, leaseUntil: new Date(leaseUntil).toISOString(), run: deliver(subject) };
}
