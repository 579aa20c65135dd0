// What counts of a run in the sums of outcomes (convex/outcomes). Whatever changes what counts, whether the status, the
// pull request, the costs, the gates or the round, must call `updateOutcomes` with the run as it was and as it is.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { dayOf } from "../counters/days";
import { omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import { difference } from "../outcomes/amounts";
import type { OutcomeAmounts, OutcomeGroup } from "../outcomes/amounts";
import { otherGroups, roomFor } from "../outcomes/created";
import { addToDay, addToOutcomes, dayOfOutcomes } from "../outcomes/sums";
import { stepThatContinues } from "../workflows/continuing";
import { costOfRun } from "./cost";

type Run = Doc<"runs">;
type Outcome = NonNullable<Run["outcome"]>;
type Request = NonNullable<Outcome["request"]>;

/** The group of a run that is created now: the persona is that of the step that would continue the run. */
export async function groupOfWorkflow(ctx: QueryCtx, workflow: Doc<"workflows">): Promise<OutcomeGroup> {
  const personaId = stepThatContinues(workflow.steps)?.personaId;
  const persona = personaId === undefined ? null : await ctx.db.get("personas", personaId);
  // The steps of a persona that is switched off or deleted run without one.
  const used = persona?.isEnabled === true ? persona : null;
  return { workflowId: workflow._id, ...omitNullish({ personaId: used?._id, model: used?.model, agent: used?.cliId }) };
}

/** What a run that is counted in this group keeps. */
export function outcomeIn({ workflowId, ...who }: OutcomeGroup): Outcome {
  return workflowId === undefined ? { isOther: true } : who;
}

function groupOf({ workflowId }: Run, { personaId, model, agent, isOther }: Outcome): OutcomeGroup {
  return isOther === true ? otherGroups : { workflowId, ...omitNullish({ personaId, model, agent }) };
}

/** `after` must be as this transaction has last changed it. Returns it as it is then. */
export async function updateOutcomes(ctx: MutationCtx, before: Run, after: Run): Promise<Run> {
  // A run of 0.1.0 may have been counted by this transaction, and `before` may be older.
  const known = before.outcome ?? (await ctx.db.get("runs", after._id))?.outcome;
  if (known === undefined) return await countWhole(ctx, after);
  const nowMs = Date.now();
  const request = requestAfter(known.request, after, nowMs);
  const outcome = { ...known, ...omitNullish({ request }) };
  const change = difference(amountsOf(before, known), amountsOf(after, outcome));
  if (change !== null) {
    const [date, today] = [dayOf(after._creationTime), dayOf(nowMs)];
    await addToOutcomes(ctx, after.projectId, { date, today, added: { ...groupOf(after, known), ...change } });
  }
  return request === known.request ? after : await patchAndReturn(ctx, "runs", after, { outcome });
}

/** A migration: runs from before outcomes were counted. */
export async function countEarlierRun(ctx: MutationCtx, run: Run): Promise<void> {
  if (run.outcome === undefined) await countWhole(ctx, run);
}

/** Counts a run that is in no sum. Its group follows from the workflow as it is now, if there still is one. */
async function countWhole(ctx: MutationCtx, run: Run): Promise<Run> {
  const { projectId, workflowId } = run;
  const date = dayOf(run._creationTime);
  const workflow = await ctx.db.get("workflows", workflowId);
  const wanted = workflow === null ? { workflowId } : await groupOfWorkflow(ctx, workflow);
  const group = roomFor(wanted, (await dayOfOutcomes(ctx, projectId, date))?.sums ?? []);
  const outcome = { ...outcomeIn(group), ...omitNullish({ request: requestOf(run) }) };
  await addToDay(ctx, projectId, date, [{ ...group, ...amountsOf(run, outcome) }]);
  return await patchAndReturn(ctx, "runs", run, { outcome });
}

function amountsOf(run: Run, { request }: Outcome): OutcomeAmounts {
  const isCompleted = run.status === "completed";
  const { state, mergedAfterMs } = request ?? {};
  return {
    runs: 1,
    requests: Number(request !== undefined),
    merged: Number(state === "merged"),
    closed: Number(state === "closed"),
    open: Number(state === "open"),
    rounds: request === undefined ? 0 : (run.round ?? 0),
    costMicroUsd: costOfRun(run),
    unratedRecords: run.unratedRecords ?? 0,
    mergeMs: mergedAfterMs ?? 0,
    timedMerges: Number(mergedAfterMs !== undefined),
    proven: Number(isCompleted && run.proofStatus === "passed"),
    accepted: Number(isCompleted && run.proofStatus === "accepted"),
  };
}

/** A run that is restarted has no request, but the one of the earlier attempt counts until another one is opened. */
function requestAfter(known: Request | undefined, run: Run, nowMs: number): Request | undefined {
  const present = requestOf(run);
  if (present === null || (present.url === known?.url && present.state === known.state)) return known;
  const openedAtMs = present.url === known?.url ? known.openedAtMs : nowMs;
  if (openedAtMs === undefined) return present;
  return { ...present, openedAtMs, ...(present.state === "merged" ? { mergedAfterMs: nowMs - openedAtMs } : {}) };
}

function requestOf({ prUrl, prStatus }: Run): Pick<Request, "url" | "state"> | null {
  if (prUrl === undefined || prStatus === undefined) return null;
  switch (prStatus) {
    case "draft":
    case "open":
      return { url: prUrl, state: "open" };
    case "merged":
      return { url: prUrl, state: "merged" };
    case "closed":
    case "failed":
      return { url: prUrl, state: "closed" };
  }
}
