// Checks the sums of usage by day: by model, workflow and persona, and of each run.
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import type { Findings } from "./findings";
import { grouped, sumOf, type Tables } from "./tables";

type UsageRecord = Doc<"usageRecords">;
type Amounts = Omit<Doc<"usageDays">["sums"][number], "key">;

const dayOf = ({ _creationTime }: UsageRecord): string => new Date(_creationTime).toISOString().slice(0, 10);

const keys = {
  model: ({ service, model }: UsageRecord) => (model === undefined ? service : `${service} ${model}`),
  workflow: ({ workflowId }: UsageRecord) => workflowId ?? "",
  persona: ({ personaId }: UsageRecord) => personaId ?? "",
};

/** Records of 0.1.0 are in no sums until a migration adds them. When it is finished, it must have left none. */
export function checkUsageSums(tables: Tables, found: Findings): void {
  const deleted = new Set(tables.rows("projects").flatMap((row) => (row.deletingAtMs === undefined ? [] : [row._id])));
  const isSettled = ({ projectId }: { projectId: Id<"projects"> }) => !deleted.has(projectId);
  const all = tables.rows("usageRecords").filter(isSettled);
  const records = all.filter(({ isCounted }) => isCounted);
  const isMigrated = tables
    .rows("migrations")
    .some((row) => row.name === "usageSums" && row.finishedAtMs !== undefined);
  if (isMigrated) found.equal("records of usage that are in no sum", all.length - records.length, 0);
  for (const dimension of ["model", "workflow", "persona"] as const) {
    const days = tables.rows("usageDays").filter((row) => row.dimension === dimension);
    const today = tables.rows("usageCounters").map((row) => {
      return { projectId: row.projectId, date: row.date, sums: row[dimension] };
    });
    checkDays(dimension, [...days, ...today].filter(isSettled), records, found);
  }
  checkRuns(tables.rows("runUsage").filter(isSettled), records, found);
}

type DayRow = Pick<Doc<"usageDays">, "projectId" | "date" | "sums">;

function checkDays(dimension: keyof typeof keys, rows: DayRow[], records: UsageRecord[], found: Findings): void {
  const kept = grouped(rows, ({ projectId, date }) => `${projectId} ${date}`);
  const counted = grouped(records, (record) => `${record.projectId} ${dayOf(record)}`);
  for (const place of new Set([...kept.keys(), ...counted.keys()])) {
    const sums = (kept.get(place) ?? []).flatMap((row) => row.sums);
    // A day has room for a number of keys. The others are added up, and then only the whole can be compared.
    const isWhole = !sums.some(({ key }) => key === "*");
    const keptOf = grouped(sums, ({ key }) => (isWhole ? key : "all"));
    const countedOf = grouped(counted.get(place) ?? [], (record) => (isWhole ? keys[dimension](record) : "all"));
    for (const key of new Set([...keptOf.keys(), ...countedOf.keys()])) {
      const count = amountsOf(countedOf.get(key) ?? []);
      found.equal(`usage by ${dimension} "${key}" of ${place}`, addedUp(keptOf.get(key) ?? []), count);
    }
  }
}

/** The records of a run that was deleted before they came have no workflow, and are in no sum of a run. */
function checkRuns(rows: Doc<"runUsage">[], records: UsageRecord[], found: Findings): void {
  const counted = grouped(
    records.filter(({ workflowId }) => workflowId !== undefined),
    ({ runId = "" }) => runId,
  );
  const kept = grouped(rows, ({ runId }) => runId);
  for (const run of new Set([...kept.keys(), ...counted.keys()])) {
    const byDay = grouped(counted.get(run) ?? [], dayOf);
    let totalMicroUsd = 0;
    const expected = [...byDay.keys()].toSorted().map((date) => {
      const amounts = amountsOf(byDay.get(date) ?? []);
      totalMicroUsd += amounts.costMicroUsd;
      return { date, amounts, totalMicroUsd };
    });
    const ofRun = (kept.get(run) ?? []).toSorted((a, b) => (a.date < b.date ? -1 : 1));
    const days = ofRun.map((row) => ({
      date: row.date,
      amounts: addedUp([row]),
      totalMicroUsd: row.totalMicroUsd,
    }));
    found.equal(`usage by day of the run ${run}`, days, expected);
  }
}

function amountsOf(records: readonly UsageRecord[]): Amounts {
  return addedUp(records.map((record) => ({ ...record, records: 1, unratedRecords: Number(!record.isRated) })));
}

function addedUp(parts: readonly Amounts[]): Amounts {
  return {
    records: sumOf(parts, ({ records }) => records),
    inputTokens: sumOf(parts, ({ inputTokens }) => inputTokens),
    outputTokens: sumOf(parts, ({ outputTokens }) => outputTokens),
    cacheReadTokens: sumOf(parts, ({ cacheReadTokens }) => cacheReadTokens),
    durationMs: sumOf(parts, ({ durationMs }) => durationMs),
    costMicroUsd: sumOf(parts, ({ costMicroUsd }) => costMicroUsd),
    unratedRecords: sumOf(parts, ({ unratedRecords }) => unratedRecords),
  };
}
