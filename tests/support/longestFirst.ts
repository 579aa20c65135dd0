// The order of test files. A long one that begins last leaves all workers but its own with nothing to do, and vitest
// goes by the size of a file where it has not run it before.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that take more than half a minute, the longest first. */
const long = [
  "http/readBudgets",
  "engine/jobRace",
  "http/largestTogether",
  "engine/runEventStreams",
  "engine/scheduler",
  "engine/apiCrash",
  "scripts/start",
  "engine/semantics/strict",
  "engine/semantics/semantics",
  "engine/semantics/live",
  "http/runs",
  "engine/crash",
  "engine/cli",
  "engine/messages",
  "http/largest",
  "engine/recurringTasks",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A worker serves one project at a time.
    return sorted.toSorted((a, b) => a.project.name.localeCompare(b.project.name) || rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return place === -1 ? long.length : place;
}
