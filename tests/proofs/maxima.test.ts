// Every operation with the largest input that its schema accepts, on records with as many dependent rows as they may
// have, and every background function, on the engine with the platform's limits. None fails, and none comes near a
// limit. The use of each is printed.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cronCalls } from "../support/cronCalls";
import { giveChains, giveChildren } from "../support/maxima/children";
import { enlarge } from "../support/maxima/enlarge";
import type { MoreIds } from "../support/maxima/enlarge";
import { crowded } from "../support/maxima/rows";
import { areas, budgetsInOrder, inputOf } from "../support/readBudgets/allBudgets";
import type { Budget } from "../support/readBudgets/area";
import { loadOf, startMeteredEngine, unused } from "../support/readBudgets/meteredEngine";
import type { MeteredEngine, Use } from "../support/readBudgets/meteredEngine";
import { allOperations, environment, perform, schemasOfAll } from "../support/readBudgets/operations";
import type { Schemas } from "../support/readBudgets/operations";
import { fillWorld } from "../support/readBudgets/world";
import type { FilledWorld } from "../support/readBudgets/world";

/**
 * Half of the rows belong to the project: a hundred for REST, a hundred for people, and the rows that other operations
 * delete.
 */
const rows = 500;
/** The largest share of a limit that an operation may use. The rest is for cases that are not tried here. */
const maxOfLimit = 0.95;

interface Tried {
  operation: string;
  status: number;
  answer: string;
  use: Use;
}

const scheduled = import.meta.glob<Record<string, unknown>>("../../convex/*/scheduled.ts", { eager: true });
const backgroundFunctions = Object.entries(scheduled).flatMap(([file, exported]) =>
  Object.keys(exported).map((name) => `${file.split("/").at(-2)}/scheduled:${name}`),
);

const isBackground = (name: string) => /\/scheduled:|\/announcement:/.test(name);

describe("at the maxima", () => {
  let engine: MeteredEngine | undefined;
  const tried: Tried[] = [];
  const background = new Map<string, Use>();

  beforeAll(async () => {
    const metered = await startMeteredEngine({ keepsResults: false });
    engine = metered;
    await metered.setEnvironment(environment);
    const world = await fillWorld(metered, "maxima", rows, crowded(areas));
    await giveChildren(metered, world, [...indexesOfMany.rest, ...indexesOfMany.people], { count: 3, messages: 1 });
    await giveChildren(metered, world, indexesOfOne, { count: 200, messages: 3 });
    const schemas = await schemasOfAll();
    for (const budget of budgetsInOrder) await tryOne(metered, world, budget, schemas);
  }, 600_000);
  afterAll(() => engine?.stop());

  async function tryOne(metered: MeteredEngine, world: FilledWorld, budget: Budget, schemas: Schemas): Promise<void> {
    const [operation] = budget;
    const chained = chainedFor.get(operation);
    if (chained !== undefined) await giveChains(metered, world, chained);
    const small = inputOf(budget, world);
    const input = enlarge(schemas.get(operation), small, moreIdsOf(world, operation));
    noteBackground(metered.largestUses());
    const { status, answer } = await perform(metered, world, operation, input);
    const uses = metered.largestUses();
    noteBackground(uses);
    const own = [...uses].filter(([name]) => !isBackground(name)).map(([, use]) => use);
    // A request that is refused for its shape has run no transaction.
    const use = own.toSorted((one, other) => loadOf(other) - loadOf(one))[0] ?? unused;
    tried.push({ operation, status, answer: answer.slice(0, 300), use });
  }

  function noteBackground(uses: ReadonlyMap<string, Use>): void {
    for (const [name, use] of uses) {
      const former = background.get(name);
      if (isBackground(name) && (former === undefined || loadOf(use) > loadOf(former))) background.set(name, use);
    }
  }

  async function runCrons(metered: MeteredEngine): Promise<void> {
    for (const { mutation, args } of cronCalls) await metered.call(mutation, args);
    // The functions that the operations have scheduled run too.
    await expect
      .poll(
        async () => {
          const uses = metered.largestUses();
          noteBackground(uses);
          return [...uses.keys()].filter(isBackground);
        },
        { interval: 3000, timeout: 300_000 },
      )
      .toEqual([]);
  }

  it("overdue work ends, and nothing is left to do in the background", async () => {
    if (engine === undefined) throw new Error("The engine is not there.");
    await runCrons(engine);
    for (const { name } of cronCalls) expect([...background.keys()]).toContain(name);
  }, 400_000);

  it("every background function has run, except those that are listed here", () => {
    const idle = backgroundFunctions.filter((name) => !background.has(name));
    expect(idle.filter((name) => !idleAtTimes.has(name)).toSorted()).toEqual([...idleHere].toSorted());
  });

  it("every operation is tried", async () => {
    expect([...new Set(tried.map(({ operation }) => operation))].toSorted()).toEqual(
      (await allOperations()).toSorted(),
    );
  });

  it("each is done, or refused for a reason that is listed here", () => {
    const refused = tried.filter(({ status }) => status >= 300);
    expect(refused.filter(({ operation, answer }) => !refusalIsNamed(operation, answer))).toEqual([]);
  });

  it("no operation fails at maximum size", () => {
    expect(tried.filter(({ status }) => status >= 500)).toEqual([]);
    expect([...background].filter(([, { error }]) => error !== null)).toEqual([]);
  });

  it.each([
    "POST /runs/bulk-delete",
    "POST /issues/bulk-delete",
    "POST /issue-sessions/bulk-delete",
    "POST /learnings/bulk-delete",
    "POST /learnings/bulk-update-status",
    "POST /personas/bulk-delete",
    "POST /runs/cancel",
    "POST /runs/restart",
    "POST /runs/delete",
    "POST /work-chains/create",
    "POST /work-chains/delete",
    "POST /sandboxes/delete",
    "callback run.updateStatus",
    "callback notification.create",
    "callback message.streamFinalize",
    "webhook user.deleted",
    "function users/dashboard:signIn",
    "function runs/dashboard:discardMany",
  ])("%s does it", (operation) => {
    const answers = tried.filter((each) => each.operation === operation);
    expect(answers).toContainEqual(expect.objectContaining({ status: expect.toBeOneOf([200, 201]) }));
  });

  it(`none uses more than ${maxOfLimit * 100} % of what a transaction may use`, () => {
    const all: [string, Use][] = [
      ...tried.map(({ operation, status, use }): [string, Use] => [`${operation} (${status})`, use]),
      ...[...background].map(([name, use]): [string, Use] => [`background ${name}`, use]),
    ];
    console.log(tableOf(all.toSorted(([, one], [, other]) => loadOf(other) - loadOf(one))));
    expect(all.filter(([, use]) => loadOf(use) > maxOfLimit)).toEqual([]);
  });
});

/** Operations that are refused in this test, with a part of the answer. */
const refusals: readonly [operation: string, answer: string][] = [
  // The learnings of the largest list were deleted before, or are not approved.
  ["POST /learning-versions/compile", "There is no learning"],
  ["function learningVersions/dashboard:compile", "is pending, an"],
  ["function learningVersions/dashboard:preview", "is pending, an"],
  // The longest name of a runner is not the name of the runner that has claimed the job.
  ["callback job.heartbeat", "another one has claimed it"],
  ["callback job.complete", "another one has claimed it"],
  ["callback job.fail", "another one has claimed it"],
  ["callback job.defer", "another one has claimed it"],
  // This record is not in the largest list of records that are deleted together.
  ["function learnings/dashboard:purge", "is not in the trash"],
  // A hundred messages already wait for the sandbox.
  ["POST /sandboxes/dev-server/start", "100 requests already wait"],
  // All of its fields at their largest size are more than a request may have.
  ["callback sandbox.reportFiles", "The body must not be larger than 8 MiB"],
  ["callback run.reportFeedback", "PAYLOAD_TOO_LARGE"],
  ["POST /runs/start-many", "The body must not be larger than 1 MiB"],
];

function refusalIsNamed(operation: string, answer: string): boolean {
  return refusals.some(([named, text]) => named === operation && answer.includes(text));
}

/** These run when the cron comes while the sandboxes exist, which does not always happen. */
const idleAtTimes = new Set(["sandboxes/scheduled:endIfOverdue"]);

/** Background functions that do not run in this test. If one runs, remove it from the list. */
const idleHere = new Set([
  // These run only after some time.
  "apiKeys/scheduled:expire",
  "runs/scheduled:release",
  "runQuestions/scheduled:expire",
  "runs/scheduled:followUp",
  "runnerTokens/scheduled:expire",
  // No run that is deleted here has open questions, and no token that is revoked has claims. The tests of both do.
  "runQuestions/scheduled:dismiss",
  "jobs/scheduled:requeueRest",
  // No span that is sent again here has events. tests/http/webhooks.test.ts and tests/proofs/webhooks.test.ts have.
  "webhooks/scheduled:replay",
  // No workflow with a limit has many runs here, and no budget is reached. tests/http/queue.test.ts,
  // projectDeletion.test.ts and budgets.test.ts have them.
  "queue/scheduled:count",
  "queue/scheduled:letIn",
  "queue/scheduled:letInAll",
  "runs/scheduled:noteHold",
  "budgets/scheduled:stopRuns",
  "budgets/scheduled:resumeRuns",
  "budgets/scheduled:resumeAll",
  // No conflict key here has more runs than one request cancels. tests/http/queueOverTime.test.ts has.
  "runs/scheduled:cancelPrevious",
  // No project here removes its runs. tests/http/runRetention.test.ts has such projects.
  "runs/scheduled:removeOld",
  // No collector of traces is set here. tests/engine/telemetry.test.ts has one.
  "telemetry/scheduled:begin",
  "telemetry/scheduled:end",
  "telemetry/scheduled:ended",
  "telemetry/scheduled:questions",
  "telemetry/scheduled:send",
  "telemetry/scheduled:steps",
  "telemetry/scheduled:tools",
  // Every job that is claimed here can be delivered. tests/http/jobsOverTime.test.ts claims one that cannot.
  "jobs/scheduled:failUndelivered",
  // No runner is lost here while it works. tests/http/retries.test.ts loses one.
  "jobs/scheduled:recordRetry",
  // Requests in this test leave no work for these further steps. tests/http/manyAtOnce.test.ts does.
  "apiKeys/scheduled:revokeDescendants",
  "apiKeys/scheduled:revokeKeysOfMember",
  "assets/scheduled:continueRemoval",
  "idempotency/scheduled:clear",
  "issueSessions/scheduled:cancelSteps",
  "sessionQuestions/scheduled:clear",
  "issues/scheduled:resolve",
  "jobs/scheduled:failRun",
  "members/scheduled:continueAcceptance",
  "members/scheduled:deleteInvitationsBy",
  "runSteps/scheduled:cancel",
  "sandboxes/scheduled:clearOldFiles",
  "workChains/scheduled:unlinkIssues",
  // The deployment is new and its workflows exist, so these have nothing to do. tests/http/migrations.test.ts and
  // recurringTasks.test.ts test them.
  "migrations/scheduled:step",
  "migrations/scheduled:status",
  "recurringTasks/scheduled:tellHindrance",
  // Here projects are deleted without a time of grace. tests/http/projectDeletion.test.ts has one.
  "project/scheduled:pause",
  "project/scheduled:resume",
  "webhooks/scheduled:resume",
]);

const namesOfIds = ["runs", "issues", "learnings", "personas", "issueSessions", "sessionQuestions"] as const;

/** Indexes of rows of the project that budgets use one by one. Each has as many sandboxes as a run shows. */
const indexesOfOne = [2, 4, 6, 8, 10, 12];

/** Indexes of rows of the project that no budget uses alone. */
const indexesOfMany = { rest: everySecond(40), people: everySecond(250) };

function everySecond(from: number): number[] {
  return Array.from({ length: 100 }, (_, count) => from + 2 * count);
}

/** Operations before which the issues are put into one chain. */
const chainedFor = new Map([
  ["POST /issues/bulk-delete", indexesOfMany.rest],
  ["function issues/dashboard:removeMany", indexesOfMany.people],
]);

function moreIdsOf(world: FilledWorld, operation: string): MoreIds {
  const indexes = operation.startsWith("function ") ? indexesOfMany.people : indexesOfMany.rest;
  return (id, count) => {
    const name = namesOfIds.find((each) => id.startsWith(prefixOf(world.publicId(each))));
    if (name === undefined) return [id];
    return [id, ...indexes.map((index) => world.publicId(name, index))].slice(0, Math.min(count, 100));
  };
}

function prefixOf(id: string): string {
  return id.slice(0, id.indexOf("_") + 1);
}

function tableOf(all: readonly [string, Use][]): string {
  const lines = all.map(([name, use]) =>
    [
      `${Math.round(loadOf(use) * 100)} %`.padStart(5),
      String(use.databaseQueries).padStart(6),
      String(use.documentsRead).padStart(6),
      String(use.bytesRead).padStart(9),
      String(use.documentsWritten).padStart(6),
      String(use.bytesWritten).padStart(9),
      String(use.functionsScheduled).padStart(5),
      name,
    ].join(" "),
  );
  return [" load  calls   docs bytesRead  wrote     bytes sched", ...lines].join("\n");
}
