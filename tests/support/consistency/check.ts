// Is everything in a deployment what it says of itself? Counters, sums, inboxes and numbers are compared with a full
// count of the documents, and documents that belong together with one another, all as of one moment. For the end of any
// test that has crashed, restored, migrated or overloaded something.
import { expect } from "vitest";
import type { RunningEngine } from "../engine";
import {
  checkCounters,
  checkDays,
  checkInboxes,
  checkLearningCounts,
  checkLearningRoles,
  checkPersonas,
  checkSessions,
} from "./counts";
import {
  checkJobs,
  checkMessages,
  checkRuns,
  checkTrash,
  checkUniqueness,
  checkUsage,
  checkVersions,
  checkWorkChains,
} from "./documents";
import { Findings } from "./findings";
import { readTables, type Tables } from "./tables";

const checks: readonly ((tables: Tables, found: Findings) => void)[] = [
  checkCounters,
  checkDays,
  checkInboxes,
  checkLearningCounts,
  checkLearningRoles,
  checkPersonas,
  checkSessions,
  checkRuns,
  checkUsage,
  checkJobs,
  checkTrash,
  checkMessages,
  checkVersions,
  checkUniqueness,
  checkWorkChains,
];

/** Sentences; none where all is well. */
export function inconsistencies(tables: Tables): string[] {
  const found = new Findings();
  for (const check of checks) check(tables, found);
  return found.sentences;
}

export async function expectConsistent(engine: Pick<RunningEngine, "socketUrl" | "adminKey">): Promise<void> {
  expect(inconsistencies(await readTables(engine))).toEqual([]);
}
