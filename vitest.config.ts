import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { alone, onTheEngineAtOnce, together } from "./tests/speeds.ts";
import { missedLimit } from "./tests/support/measuredLimit.ts";

/** Those that take more than half a minute, the longest first. */
const long = [
  "http/readBudgets",
  "http/largestTogether",
  "engine/semantics/strict",
  "engine/semantics/semantics",
  "engine/semantics/live",
  "engine/cli",
  "dashboard/lostRights",
  "http/largest",
  "http/runs",
  "http/runCallbacks",
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

/** The tests of REST that run in more than one place, and so in two projects. */
const everywhere = readdirSync(new URL("tests/http", import.meta.url))
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `tests/http/${name}`)
  .filter((file) => readFileSync(new URL(file, import.meta.url), "utf8").includes("describeEverywhere("));
const atOnce = onTheEngineAtOnce.map((name) => `tests/http/${name}.test.ts`);
const setupFiles = ["tests/support/closedConstructors.ts"];

// `npm test` runs `edge`, `engine` and `node`; `npm run proofs` runs the others. `edge` runs the product's own unit
// tests in the globals of Convex's default runtime. All else is in `node`: tests/http and tests/engine start engines as
// child processes, which an edge environment has no means to do, and convex-test works in both.
export default defineConfig({
  test: {
    environment: "node",
    // Files of one worker share globals and modules (a sixth of the time), so a test puts back what it changes.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Processes: the watchdog of engine/runtime ends functions on the main thread of one.
    pool: "forks",
    // Much of the time of the long tests is spent waiting, for an engine or for a clock: two at work leave a third of
    // two cores idle.
    maxWorkers: Math.max(4, availableParallelism()),
    // These only end what hangs. What has to be quick is said in the test.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 50_000 } },
    // The machine is shared: a measured limit that is missed is measured a second time. Nothing else is.
    retry: { count: 1, condition: missedLimit },
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["engine/**/*.test.ts", "scripts/**/*.test.ts", "tests/**/*.test.ts"],
          exclude: ["**/node_modules/**", "tests/proofs/**", ...alone, ...together],
          setupFiles,
          provide: { place: "in process" },
        },
      },
      {
        extends: true,
        test: { name: "engine", include: atOnce, setupFiles, provide: { place: "on the engine" } },
      },
      {
        extends: true,
        test: { name: "edge", environment: "edge-runtime", include: ["convex/**/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "proofs-engine",
          include: everywhere.filter((file) => !atOnce.includes(file)),
          setupFiles,
          provide: { place: "on the engine" },
        },
      },
      {
        extends: true,
        test: { name: "proofs-together", include: [...together], setupFiles },
      },
      {
        extends: true,
        test: {
          name: "proofs-alone",
          include: ["tests/proofs/**/*.test.ts", ...alone],
          setupFiles,
          isolate: true,
          maxWorkers: 1,
          // When all others are done.
          sequence: { groupOrder: 1 },
          testTimeout: 4 * 60 * 60_000,
        },
      },
    ],
  },
});
