import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longestFirst";

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
        },
      },
      {
        extends: true,
        test: { name: "edge", environment: "edge-runtime", include: ["convex/**/*.test.ts"] },
      },
    ],
  },
});
