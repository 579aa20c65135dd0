import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { continueOnNewerNode } from "./scripts/newerNode.ts";
import {
  allCasesAtOnce,
  alone,
  inBrowser,
  withProcesses,
  moreCases,
  onTheEngineAtOnce,
  startPrograms,
  together,
} from "./tests/speeds.ts";
import { missedLimit } from "./tests/support/measuredLimit.ts";

continueOnNewerNode("vitest");

/** Test files that take more than ten seconds, the longest first. */
const long = [
  "hostile/hostileAgent",
  "proofs/newEndpointAndField",
  "runner/rounds",
  "proofs/readme",
  "runner/run",
  "scripts/operators",
  "scripts/start",
  "runner/acpRuns",
  "proofs/nodeVersions",
  "proofs/demo",
  "proofs/soak",
  "web/everyPage",
  "web/keyboard",
  "web/keyboardRest",
  "web/run",
  "web/cutOff",
  "web/inbox",
  "web/feedback",
  "http/readBudgets",
  "http/seed",
  "http/largestTogether",
  "http/largeRounds",
  "http/runnerRights",
  "dashboard/lostRights",
  "engine/semantics/strict",
  "engine/semantics/semantics",
  "engine/semantics/live",
  "http/runInterleavings",
  "engine/cli",
  "git/hostile",
  "runner/tests/isolation",
  "git/gitKilled",
  "http/badInput",
  "http/largest",
  "engine/runtime/http",
  "engine/runtime/program",
  "http/runs",
  "runner/tests/acp",
  "http/runnerReach",
  "http/answers",
  "scripts/runner",
  "http/costs",
  "dashboard/matrix",
  "http/runOperations",
];

/**
 * Runs the longest test files first. A long file that starts last would leave the other workers without work. For a
 * file that has never run, vitest only knows its size.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A worker serves one project at a time, so the files of a project stay together.
    return sorted.toSorted(
      (a, b) => order(a) - order(b) || a.project.name.localeCompare(b.project.name) || rank(a) - rank(b),
    );
  }
}

/** The longest files are those that start programs. */
function order({ project }: TestSpecification): number {
  return project.name === "programs" ? 0 : 1;
}

function rank({ moduleId }: TestSpecification): number {
  const place = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return place === -1 ? long.length : place;
}

/** The REST tests that run in more than one environment, and therefore in two projects. */
const everywhere = readdirSync(new URL("tests/http", import.meta.url))
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `tests/http/${name}`)
  .filter((file) => readFileSync(new URL(file, import.meta.url), "utf8").includes("describeEverywhere("));
const atOnce = onTheEngineAtOnce.map((name) => `tests/http/${name}.test.ts`);
/** A test that hangs must not delay the checks of a change. The long forms take hours. */
const longTimeout = process.env["PROOFS"] === "long" ? 4 * 60 * 60_000 : 15 * 60_000;
/** Tests that wait for processes and pages have more workers than cores. */
const waiting = { maxWorkers: Math.max(3, availableParallelism()) };
/** For the projects that come last. It leaves out files that would begin when the time of CI is over. */
const runner = "./tests/support/timeLeft.ts";
const setupFiles = ["consoleOfFailures", "closedConstructors", "restoredGlobals"].map(
  (name) => `tests/support/${name}.ts`,
);

const ofProofs = ["**/node_modules/**", ...alone, ...withProcesses, ...together, ...inBrowser];

// `npm test` runs `edge`, `engine`, `node` and `programs`; `npm run proofs` runs the others. `edge` runs the product's
// own unit tests with the globals of Convex's default runtime. All other tests are in `node` and `programs`: they start
// engines and other programs, which an edge environment cannot do, and convex-test works in both.
export default defineConfig({
  test: {
    environment: "node",
    // Tests make more requests in a minute than clients may. Those of the limits set their own.
    env: { SERVICE_LIMIT_WRITES: "0", SERVICE_LIMIT_STARTS: "0" },
    // The files of one worker share globals and modules, which saves a sixth of the time. Therefore a test must
    // restore whatever it changes.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // The workers must be processes, because the watchdog of engine/runtime ends functions on the main thread of a
    // process.
    pool: "forks",
    // The long tests spend much of their time waiting for an engine or a clock. Two workers on two cores would leave
    // a third of the cores idle.
    maxWorkers: Math.max(4, availableParallelism()),
    // tests/support/consoleOfFailures.ts decides what is printed.
    disableConsoleIntercept: true,
    // These limits only end tests that hang. A test that requires speed states its own limit.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 50_000 } },
    // The machine is shared, so a measured limit that is missed is measured a second time. What fails otherwise is
    // tried once more by scripts/testRun.ts.
    retry: { count: 1, condition: missedLimit },
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["engine", "scripts", "bench", "tests", "web"].map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...ofProofs, ...startPrograms],
          setupFiles,
          provide: { place: "in process", cases: allCasesAtOnce ? "all" : "some" },
        },
      },
      {
        extends: true,
        test: {
          name: "programs",
          include: [...startPrograms],
          exclude: ofProofs,
          setupFiles,
          provide: { place: "in process" },
        },
      },
      {
        extends: true,
        // Convex gives each call a context of its own; the service does not, and neither do the proofs.
        test: { name: "engine", include: atOnce, setupFiles, provide: { place: "with fresh contexts" } },
      },
      {
        extends: true,
        test: {
          name: "edge",
          environment: "edge-runtime",
          include: ["convex/**/*.test.ts"],
          exclude: [...together],
        },
      },
      {
        extends: true,
        test: {
          name: "proofs-engine",
          include: everywhere.filter((file) => !atOnce.includes(file)),
          setupFiles,
          provide: { place: "on the engine" },
          sequence: { groupOrder: 4 },
          runner,
        },
      },
      {
        extends: true,
        test: { name: "proofs-together", include: [...together], setupFiles },
      },
      {
        extends: true,
        test: { name: "proofs-cases", include: [...moreCases], setupFiles, provide: { cases: "all" } },
      },
      {
        extends: true,
        test: {
          name: "proofs-processes",
          include: [...withProcesses],
          setupFiles,
          isolate: true,
          ...waiting,
          sequence: { groupOrder: 1 },
          testTimeout: longTimeout,
        },
      },
      {
        extends: true,
        test: {
          name: "proofs-alone",
          include: [...alone],
          setupFiles,
          isolate: true,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          testTimeout: longTimeout,
        },
      },
      {
        extends: true,
        test: {
          name: "proofs-web",
          include: [...inBrowser],
          setupFiles,
          // The first test would build the dashboard otherwise, and so would the one beside it.
          globalSetup: "tests/web/build.ts",
          ...waiting,
          sequence: { groupOrder: 3 },
          runner,
          testTimeout: 180_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
