// Checks the sums of outcomes, by the day of a run's creation and its group.
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import type { Findings } from "./findings";
import { grouped, sumOf, type Tables } from "./tables";

type Run = Doc<"runs">;
type Sum = Doc<"outcomeDays">["sums"][number];
type Amounts = Omit<Sum, "workflowId" | "personaId" | "model" | "agent">;

/** What is in no sum: runs of 0.1.0 until a migration adds them. Runs that are deleted for good stay counted. */
export function checkOutcomes(tables: Tables, found: Findings): void {
  const deleted = new Set(tables.rows("projects").flatMap((row) => (row.deletingAtMs === undefined ? [] : [row._id])));
  const runs = grouped(tables.rows("runs"), ({ projectId }) => projectId);
  const isMigrated = tables.rows("migrations").some((row) => row.name === "outcomes" && row.finishedAtMs !== undefined);
  for (const { projectId, newest } of tables.rows("runNumbers")) {
    const all = runs.get(projectId) ?? [];
    if (deleted.has(projectId)) continue;
    const counted = all.filter(({ outcome }) => outcome !== undefined);
    if (isMigrated) found.equal(`runs of ${projectId} that are in no sum of outcomes`, all.length - counted.length, 0);
    if (all.length === newest) checkProject(tables, projectId, counted, found);
  }
}

function checkProject(tables: Tables, projectId: Id<"projects">, runs: readonly Run[], found: Findings): void {
  const isOwn = (row: { projectId: Id<"projects"> }) => row.projectId === projectId;
  const days = [
    ...tables.rows("outcomeDays").filter(isOwn),
    ...tables
      .rows("outcomeCounters")
      .filter(isOwn)
      .flatMap((row) => row.days),
    ...tables
      .rows("runNumbers")
      .filter(isOwn)
      .map(({ date, created = [] }) => ({ date, sums: created })),
  ];
  const kept = grouped(
    days.flatMap(({ date, sums }) => sums.map((sum) => ({ place: `${date} ${groupOf(sum)}`, sum }))),
    ({ place }) => place,
  );
  const counted = grouped(runs, (run) => {
    const { isOther, ...who } = run.outcome ?? {};
    return `${dayOf(run)} ${groupOf(isOther === true ? {} : { workflowId: run.workflowId, ...who })}`;
  });
  for (const place of new Set([...kept.keys(), ...counted.keys()])) {
    const sums = (kept.get(place) ?? []).map(({ sum }) => sum);
    found.equal(
      `outcomes of ${projectId} on ${place}`,
      addedUp(sums),
      addedUp((counted.get(place) ?? []).map(amountsOf)),
    );
  }
}

const dayOf = ({ _creationTime }: Run): string => new Date(_creationTime).toISOString().slice(0, 10);

const groupOf = ({ workflowId, personaId, model, agent }: Partial<Sum>): string =>
  [workflowId, personaId, model, agent].join(" ");

function amountsOf(run: Run): Amounts {
  const { request } = run.outcome ?? {};
  const isProven = (status: string) => Number(run.status === "completed" && run.proofStatus === status);
  return {
    runs: 1,
    requests: Number(request !== undefined),
    merged: Number(request?.state === "merged"),
    closed: Number(request?.state === "closed"),
    open: Number(request?.state === "open"),
    rounds: request === undefined ? 0 : (run.round ?? 0),
    costMicroUsd: Math.max(run.costMicroUsd, run.reportedCostMicroUsd ?? 0),
    unratedRecords: run.unratedRecords ?? 0,
    mergeMs: request?.mergedAfterMs ?? 0,
    timedMerges: Number(request?.mergedAfterMs !== undefined),
    proven: isProven("passed"),
    accepted: isProven("accepted"),
  };
}

function addedUp(parts: readonly Amounts[]): Required<Amounts> {
  const sum = (of: (part: Amounts) => number | undefined) => sumOf(parts, (part) => of(part) ?? 0);
  return {
    runs: sum(({ runs }) => runs),
    requests: sum(({ requests }) => requests),
    merged: sum(({ merged }) => merged),
    closed: sum(({ closed }) => closed),
    open: sum(({ open }) => open),
    rounds: sum(({ rounds }) => rounds),
    costMicroUsd: sum(({ costMicroUsd }) => costMicroUsd),
    unratedRecords: sum(({ unratedRecords }) => unratedRecords),
    mergeMs: sum(({ mergeMs }) => mergeMs),
    timedMerges: sum(({ timedMerges }) => timedMerges),
    proven: sum(({ proven }) => proven),
    accepted: sum(({ accepted }) => accepted),
  };
}
