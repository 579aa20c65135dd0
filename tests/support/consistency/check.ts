// Checks all documents of a deployment as of one moment: counters, sums, inboxes and numbers are compared with a full
// count, and related documents with one another. Tests that crash, restore, migrate or overload something end with this
// check.
import { expect } from "vitest";
import type { RunningEngine } from "../engine";
import {
  checkCounters,
  checkDays,
  checkInboxes,
  checkInboxItems,
  checkLearningCounts,
  checkLearningRoles,
  checkPersonas,
  checkSessions,
} from "./counts";
import {
  checkJobs,
  checkLabels,
  checkMessages,
  checkQuestions,
  checkRuns,
  checkTrash,
  checkUniqueness,
  checkUsage,
  checkVersions,
  checkWorkChains,
} from "./documents";
import { Findings } from "./findings";
import { readTables, type Tables } from "./tables";
import { checkOutcomes } from "./outcomes";
import { checkQueue } from "./queue";
import { checkUsageSums } from "./usageSums";

const checks: readonly ((tables: Tables, found: Findings) => void)[] = [
  checkCounters,
  checkDays,
  checkInboxes,
  checkInboxItems,
  checkLearningCounts,
  checkLearningRoles,
  checkPersonas,
  checkSessions,
  checkRuns,
  checkLabels,
  checkQuestions,
  checkUsage,
  checkUsageSums,
  checkOutcomes,
  checkJobs,
  checkTrash,
  checkMessages,
  checkVersions,
  checkUniqueness,
  checkWorkChains,
  checkQueue,
];

/** Returns a sentence for everything that is wrong. */
export function inconsistencies(tables: Tables): string[] {
  const found = new Findings();
  for (const check of checks) check(tables, found);
  return found.sentences;
}

export async function expectConsistent(engine: Pick<RunningEngine, "socketUrl" | "adminKey">): Promise<void> {
  expect(inconsistencies(await readTables(engine))).toEqual([]);
}
