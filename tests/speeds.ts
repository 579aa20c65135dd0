// The two speeds of testing. `npm test` is for the minutes between two commits: whatever is fast, and right on a
// machine that does other things meanwhile. `npm run proofs` is what it leaves out, named here, and all of
// `tests/proofs/`. A test file is in one of the two; vitest.config.ts makes its projects of these lists, and CI runs
// both.

/**
 * They kill processes amid their work, hold the time that something takes to a bound, or start several services: one
 * file after the other, each in a process of its own, so that they measure what they say.
 */
export const alone: readonly string[] = [
  // A process is killed, and what was acknowledged is there when it is back.
  "tests/engine/apiCrash.test.ts",
  "tests/engine/clients/reconnect.test.ts",
  "tests/engine/componentsCrash.test.ts",
  "tests/engine/crash.test.ts",
  "tests/engine/importModes.test.ts",
  "tests/engine/jobRace.test.ts",
  "tests/engine/lastDefence.test.ts",
  "tests/engine/messages.test.ts",
  "tests/engine/process.test.ts",
  "tests/engine/replay.test.ts",
  "tests/engine/scheduler.test.ts",
  "tests/engine/search.test.ts",
  "tests/engine/secrecy.test.ts",
  "tests/engine/upgrade.test.ts",
  // Something happens within a time, or floods have others wait no longer.
  "engine/server/hostileClients.test.ts",
  "tests/engine/announcements.test.ts",
  "tests/engine/containment.test.ts",
  "tests/engine/lostRights.test.ts",
  "tests/engine/recurringTasks.test.ts",
  "tests/engine/runEventStreams.test.ts",
  "tests/engine/streamFollowers.test.ts",
  "tests/http/contention.test.ts",
  // Services are installed, started and stopped as people do it, or runners work beside one.
  "scripts/install.test.ts",
  "scripts/operators.test.ts",
  "scripts/start.test.ts",
  "scripts/supervise.test.ts",
  "tests/docs/runner.test.ts",
  "tests/engine/exampleRunner.test.ts",
];

/** They take long, and nothing but that speaks against them: several at a time. */
export const together: readonly string[] = [
  // The largest sizes that are allowed.
  "tests/http/largest.test.ts",
  "tests/http/largestTogether.test.ts",
  "tests/http/manyAtOnce.test.ts",
  // Calls in any order, made up at random.
  "tests/http/runInterleavings.test.ts",
  // The semantics on the engine a second and a third time: `npm test` has them on convex-test and as it serves.
  "tests/engine/semantics/live.test.ts",
  "tests/engine/semantics/strict.test.ts",
  // Pushes by the official CLI, a second and more for each.
  "tests/engine/cli.test.ts",
  "tests/engine/componentsPush.test.ts",
];

/**
 * Tests of REST run in process and on the engine (`describeEverywhere`). The second run costs five times the first and
 * hardly ever finds more, so `npm test` has it only for what the two do differently: these files of `tests/http/`.
 */
export const onTheEngineAtOnce: readonly string[] = ["callback", "edge", "idempotency", "jobs", "runs", "search"];
