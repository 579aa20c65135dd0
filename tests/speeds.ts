// Tests have two speeds. `npm test` is for the minutes between two commits: it runs the fast tests that are reliable on
// a busy machine. `npm run proofs` runs the tests named here, which are all of `tests/proofs/` and others. Each test
// file belongs to one of the two; vitest.config.ts makes its projects from these lists, and CI runs both.

import { fileURLToPath } from "node:url";

/**
 * These tests check how long something takes, or that others do not wait longer during a flood. They run one file after
 * another, so that the load of other tests does not change their results.
 */
export const alone: readonly string[] = [
  "engine/runtime/misbehaving.test.ts",
  "engine/server/hostileClients.test.ts",
  "tests/engine/clients/manySubscriptions.test.ts",
  "tests/engine/lostRights.test.ts",
  "tests/engine/runEventStreams.test.ts",
  "tests/engine/streamFollowers.test.ts",
  "tests/http/contention.test.ts",
  "tests/proofs/contention.test.ts",
  "tests/proofs/deadReceiver.test.ts",
  "tests/proofs/hostile.test.ts",
  "tests/proofs/tinyPieces.test.ts",
  "tests/proofs/packets.test.ts",
  "tests/proofs/startTime.test.ts",
];

/**
 * These tests kill processes or start several services, and often wait for them. So a few of them run at once, each in
 * a process of its own.
 */
export const withProcesses: readonly string[] = [
  // Their limits are many times what they measure: they wait for a clock, and another test beside them changes nothing.
  "tests/engine/announcements.test.ts",
  "tests/engine/containment.test.ts",
  "tests/engine/mistakes.test.ts",
  "tests/engine/recurringTasks.test.ts",
  "tests/proofs/demo.test.ts",
  "tests/proofs/lockedFile.test.ts",
  "tests/proofs/standstill.test.ts",
  // A process is killed, and everything acknowledged must be there when it is back.
  "tests/engine/apiCrash.test.ts",
  "tests/engine/clients/reconnect.test.ts",
  "tests/engine/componentsCrash.test.ts",
  "tests/engine/crash.test.ts",
  "tests/engine/importModes.test.ts",
  "tests/engine/jobRace.test.ts",
  "tests/engine/uncaughtErrors.test.ts",
  "tests/engine/messages.test.ts",
  "tests/engine/process.test.ts",
  "tests/engine/replay.test.ts",
  "tests/engine/scheduler.test.ts",
  "tests/engine/search.test.ts",
  "tests/engine/secrecy.test.ts",
  "tests/engine/sharedDirectory.test.ts",
  "tests/engine/upgrade.test.ts",
  "tests/proofs/bulkActionCrash.test.ts",
  "tests/proofs/bulkDeleteCrash.test.ts",
  "tests/proofs/clockSetBack.test.ts",
  "tests/proofs/diskFull.test.ts",
  "tests/proofs/feed.test.ts",
  "tests/proofs/migrationCrash.test.ts",
  "tests/proofs/powerCut.test.ts",
  "tests/proofs/roundKills.test.ts",
  "tests/proofs/runnerKills.test.ts",
  "tests/proofs/webhooks.test.ts",
  // Services are installed, started and stopped as people do it, or runners work with a service.
  "scripts/install.test.ts",
  "scripts/operators.test.ts",
  "scripts/start.test.ts",
  "scripts/supervise.test.ts",
  "tests/cli/examples.test.ts",
  "tests/cli/terminal.test.ts",
  "tests/docs/runner.test.ts",
  "tests/proofs/newEndpointAndField.test.ts",
  "tests/proofs/cliPackage.test.ts",
  "tests/proofs/container.test.ts",
  "tests/proofs/deployment.test.ts",
  "tests/proofs/generators.test.ts",
  "tests/proofs/metrics.test.ts",
  "tests/proofs/nodeVersions.test.ts",
  "tests/proofs/readme.test.ts",
  "tests/proofs/realAgent.test.ts",
  "tests/proofs/requestToMerge.test.ts",
  "tests/proofs/restore.test.ts",
  "tests/proofs/runnerPackage.test.ts",
  "tests/proofs/wholeLine.test.ts",
  "tests/runner/acpRuns.test.ts",
  "tests/runner/artifacts.test.ts",
  "tests/runner/branches.test.ts",
  "tests/runner/codeHost.test.ts",
  "tests/runner/gates.test.ts",
  "tests/runner/hostile/hostileAgent.test.ts",
  "tests/runner/hostileWords.test.ts",
  "tests/runner/keyLeaks.test.ts",
  "tests/runner/jobKinds.test.ts",
  "tests/runner/lies.test.ts",
  "tests/runner/mcp.test.ts",
  "tests/runner/merges.test.ts",
  "tests/runner/slots.test.ts",
  "tests/runner/reports.test.ts",
  "tests/runner/process.test.ts",
  "tests/runner/pullRequestCommand.test.ts",
  "tests/runner/sandboxJobs.test.ts",
  "tests/runner/repositoryCheck.test.ts",
  "tests/runner/results.test.ts",
  "tests/runner/roundAnswers.test.ts",
  "tests/runner/rounds.test.ts",
  "tests/runner/run.test.ts",
  "tests/runner/secrets.test.ts",
  "tests/runner/setup.test.ts",
  "tests/runner/sharedFolder.test.ts",
  "tests/runner/telemetry.test.ts",
  "tests/runner/unattended.test.ts",
  // It replaces a module of the product, which only works in a process that has not loaded it.
  "tests/http/migrations.test.ts",
  // They measure memory and what is left behind, and not how fast anything is.
  "packages/runner/tests/agentFloods.test.ts",
  "tests/proofs/soak.test.ts",
  // One service does everything that it can, or the worst that may be asked of it.
  "tests/proofs/maxima.test.ts",
  "tests/proofs/optimisticSemantics.test.ts",
  "tests/proofs/repeats.test.ts",
  "tests/proofs/rewriting.test.ts",
  "tests/proofs/usageSums.test.ts",
];

/** These tests only take long, so several of them run at once. */
export const together: readonly string[] = [
  // Inputs of the largest allowed size.
  "tests/http/largest.test.ts",
  "tests/http/largestTogether.test.ts",
  "tests/http/manyAtOnce.test.ts",
  // Random calls in any order.
  "tests/http/runInterleavings.test.ts",
  // A project is filled with everything twice, by other processes.
  "tests/http/seed.test.ts",
  // The semantics suite on the engine a second and a third time. `npm test` runs it on convex-test and on the engine as
  // it normally serves.
  "tests/engine/semantics/live.test.ts",
  "tests/engine/semantics/strict.test.ts",
  // Pushes by the official CLI, which take more than a second each.
  "tests/engine/cli.test.ts",
  "tests/engine/componentsPush.test.ts",
  // Each way in and each callback, after each way of losing a right. tests/dashboard/matrix.test.ts and
  // tests/http/runnerReach.test.ts are the fast tests of rights.
  "tests/dashboard/lostRights.test.ts",
  "tests/http/runnerRights.test.ts",
  // Every change of the clocks in every zone, for each frequency. tests/http/recurringTasks.test.ts has a few of them.
  "convex/recurringTasks/schedule.test.ts",
  // Every command is started once.
  "scripts/help.test.ts",
  // A build of the dashboard.
  "scripts/websiteWeight.test.ts",
  // The client is packed and installed, and programs that use it are compiled.
  "packages/client/tests/package.test.ts",
  // The packages are built and packed.
  "scripts/pack.test.ts",
];

/** These tests drive a real browser, a few files at a time. */
export const inBrowser: readonly string[] = ["tests/web/**/*.test.ts"];

/**
 * These tests of `npm test` start many programs, such as git. That takes the longer the more memory a worker has: 10 ms
 * of processor time for a new one, and 50 ms after some hundred files. So workers of their own run them.
 */
export const startPrograms: readonly string[] = [
  "packages/**/*.test.ts",
  "scripts/healthCheck.test.ts",
  "scripts/runner.test.ts",
  "tests/cli/**/*.test.ts",
  "tests/engine/**/*.test.ts",
  "tests/runner/**/*.test.ts",
  "tests/gitMissing.test.ts",
  "tests/support/timeLeft.test.ts",
];

/** The projects of vitest.config.ts that `npm test` runs. */
export const projectsOfEveryDay: readonly string[] = ["edge", "engine", "node", "programs"];

/**
 * Tests of REST run in process and on the engine (`describeEverywhere`). The second run costs five times as much as the
 * first and rarely finds more. So `npm test` runs only these files of `tests/http/` on the engine, where the two
 * differ.
 */
export const onTheEngineAtOnce: readonly string[] = ["callback", "edge", "idempotency"];

/**
 * `npm test` runs these generated tests with some of their cases, and `npm run proofs` with all of them. CI runs both
 * commands, so there `npm test` has all cases and `npm run proofs` leaves them out.
 */
export const moreCases: readonly string[] = ["tests/http/badInput.test.ts", "tests/http/readBudgets.test.ts"];

/** The files that were left out because the time was over: see tests/support/timeLeft.ts. */
export const leftOutFile =
  process.env["LEFT_OUT_FILE"] ?? fileURLToPath(new URL("../.build/leftOut.txt", import.meta.url));

export const allCasesAtOnce = process.env["ALL_CASES_AT_ONCE"] !== undefined;
