// run.execute: the steps of a run, one after the other, in one worktree.
import { push } from "../../git/push";
import type { Claim, Run } from "../../service/claims";
import type { Job } from "../../jobs/contract";
import { mayGoOn } from "./pause";
import { proposeRun } from "./pullRequest";
import { performStep } from "./step";
import { takeOver } from "./resume";
import { leave, prepare, tipOf } from "./context";
import type { RunTools } from "./context";

/** `snapshot` is null when the run has ended already. */
export async function executeRun(job: Job<Claim, RunTools>, snapshot: Run | null): Promise<void> {
  if (snapshot === null) return;
  const { busy } = job.tools;
  busy.add(snapshot.id);
  try {
    await executeSteps(job, await completed(job, snapshot));
  } finally {
    busy.delete(snapshot.id);
  }
}

async function executeSteps(job: Job<Claim, RunTools>, run: Run): Promise<void> {
  const { call, tools } = job;
  const work = await prepare(job, run);
  const { stepsDone, resumable } = await takeOver(work);
  await call("run.updateStatus", { runId: run.id, status: "running" });
  const turns = Array.from({ length: run.maxIterations }, () => run.steps).flat();
  let begun = resumable;
  for (const [turn, step] of turns.entries()) {
    if (stepsDone.has(turn)) continue;
    if (!(await mayGoOn(job, run.id))) break;
    await performStep(work, { step, turn, begun: begun?.turn === turn ? begun : null });
    begun = null;
  }
  if (tools.configuration.push !== "never") {
    const commit = await tipOf(work);
    await push(work.mirror, work.worktree.branch, commit, job.signal);
    await proposeRun(work, commit);
  }
  await call("run.updateStatus", { runId: run.id, status: "completed" });
  await leave(work);
}

/** Returns the run with the parts that did not fit into the claim. */
async function completed({ call }: Job, run: Run): Promise<Run> {
  const whole = structuredClone(run);
  for (const { path, operation, args } of run.more) {
    const part = await call(operation, args);
    const place = path.slice(0, -1).reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], whole);
    (place as Record<string, unknown>)[String(path.at(-1))] = part;
  }
  return whole;
}
