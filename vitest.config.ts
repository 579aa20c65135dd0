import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that take more than half a minute, the longest first. */
const long = [
  "http/readBudgets",
  "engine/jobRace",
  "http/largestTogether",
  "http/contention",
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
  "http/consistency",
  "engine/recurringTasks",
];

/**
 * A long one that begins last leaves all workers but its own with nothing to do, and vitest goes by the size of a file
 * where it has not run it before.
 */
class LongestFirst extends BaseSequencer {
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

// `edge` runs the product's own unit tests in the globals of Convex's default runtime. `node` runs everything else:
// tests/http and tests/engine start engines as child processes, which an edge environment has no means to do, and
// convex-test works in both.
export default defineConfig({
  test: {
    // Files of one worker share globals and modules (a sixth of the time), so a test puts back what it changes.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Processes: the watchdog of engine/runtime ends functions on the main thread of one.
    pool: "forks",
    // Much of the time of the long tests is spent waiting, for an engine or for a clock: two at work leave a third of two
    // cores idle.
    maxWorkers: Math.max(4, availableParallelism()),
    // These only end what hangs. What has to be quick is said in the test.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 50_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          include: ["engine/**/*.test.ts", "scripts/**/*.test.ts", "tests/**/*.test.ts"],
          exclude: ["**/node_modules/**", "tests/proofs/**"],
          setupFiles: ["tests/support/closedConstructors.ts"],
        },
      },
      {
        extends: true,
        // One file after the other: they measure memory, files and how long others wait.
        test: {
          name: "proofs",
          environment: "node",
          include: ["tests/proofs/**/*.test.ts"],
          maxWorkers: 1,
          testTimeout: 4 * 60 * 60_000,
        },
      },
      {
        extends: true,
        test: { name: "edge", environment: "edge-runtime", include: ["convex/**/*.test.ts"] },
      },
    ],
  },
});
