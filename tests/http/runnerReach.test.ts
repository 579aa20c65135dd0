// What a holder of a runner token can reach. Every operation is called with every id in its arguments replaced by one
// of another project, and must answer as for an id that names nothing. Operations and ids are enumerated: a new
// operation needs arguments in the read budgets or below, with all of its ids, or this test fails.
import { makeFunctionReference } from "convex/server";
import * as z from "zod/mini";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../convex/callback/operationBuilders";
import { allOperations } from "../../convex/callback/operations";
import { jobKinds } from "../../convex/jobs/schema";
import { tableOf } from "../../convex/lib/publicIds";
import { bearer, client, dataOf } from "../support/fixtures";
import { areas, budgetsInOrder, inputOf } from "../support/readBudgets/allBudgets";
import type { Input, World } from "../support/readBudgets/area";
import { startMeteredEngine } from "../support/readBudgets/meteredEngine";
import type { MeteredEngine } from "../support/readBudgets/meteredEngine";
import { environment } from "../support/readBudgets/operations";
import { settledState } from "../support/readBudgets/wholeState";
import { fillWorld } from "../support/readBudgets/world";
import type { FilledWorld } from "../support/readBudgets/world";
import { servedBy } from "../support/reality";

const operations = await allOperations();
const names = operations.map(({ name }) => name);

/** Arguments with ids that the read budgets leave out. Those of one operation may exclude one another. */
const further: Record<string, (world: World) => Input[]> = {
  "run.create": ({ projectId, publicId }) => [
    {
      workflowId: publicId("workflows"),
      projectId,
      issueId: publicId("issues"),
      prompt: "Build it.",
      status: "pending",
    },
  ],
  "run.updateProgress": ({ publicId }) => [
    {
      runId: publicId("runs"),
      progress: { activeStepId: publicId("runSteps"), activeSandboxId: publicId("sandboxes") },
    },
  ],
  "run.ask": ({ publicId }) => [
    { runId: publicId("runs"), stepId: publicId("runSteps"), key: "where", title: "Where to?" },
  ],
  "job.defer": ({ publicId }) => [
    { jobId: publicId("jobs"), runnerId: "one", until: Date.now() + 60_000, reason: "Later." },
  ],
  "job.makeAgentToken": ({ publicId }) => [{ jobId: publicId("jobs", 4), fence: 1, runId: publicId("runs", 4) }],
  "run.getPart": ({ publicId }) => [
    { runId: publicId("runs", 4), kind: "persona", id: publicId("personas") },
    { runId: publicId("runs", 4), kind: "asset", id: publicId("contexts") },
  ],
  "runStep.create": ({ publicId }) => [
    { runId: publicId("runs", 4), role: "designer", name: "Design", stepIndex: 0, personaId: publicId("personas") },
  ],
  "runStep.updateStatus": ({ publicId }) => [
    { stepId: publicId("runSteps"), status: "running", sandboxId: publicId("sandboxes") },
  ],
  "notification.create": ({ projectId, publicId }) => [
    { projectId, type: "run_failed", title: "News", runId: publicId("runs") },
  ],
  "learning.store": ({ publicId }) => [
    { sandboxId: publicId("sandboxes"), runId: publicId("runs"), content: "Test it.", category: "tests" },
  ],
  "learning.bulkStore": ({ publicId }) => [
    {
      learnings: [
        { sandboxId: publicId("sandboxes"), content: "Test it.", category: "tests" },
        { sandboxId: publicId("sandboxes"), runId: publicId("runs"), content: "Test it.", category: "tests" },
      ],
    },
  ],
  "artifact.begin": ({ publicId }) => [
    {
      sandboxId: publicId("sandboxes"),
      stepId: publicId("runSteps"),
      name: "a.txt",
      mediaType: "text/plain",
      size: 1,
      sha256: "0".repeat(64),
    },
  ],
  "sandbox.create": ({ publicId }) => [
    { runId: publicId("runs"), stepId: publicId("runSteps"), runtimeSandboxId: "place-1" },
    { issueSessionId: publicId("issueSessions"), runtimeSandboxId: "place-2" },
    { answeringSessionId: publicId("answeringSessions"), runtimeSandboxId: "place-3" },
    { mergeRunId: publicId("mergeRuns"), runtimeSandboxId: "place-4" },
  ],
  "issueSession.createSandbox": ({ publicId }) => [
    {
      sessionId: publicId("issueSessions"),
      sandboxPayload: { runtimeSandboxId: "place-5", stepId: publicId("issueSessionSteps") },
    },
  ],
  "answeringSession.createSandbox": ({ publicId }) => [
    {
      answeringSessionId: publicId("answeringSessions"),
      sandboxPayload: { runtimeSandboxId: "place-6", stepId: publicId("runSteps") },
    },
  ],
  "message.streamAppend": ({ publicId, unique }) => [
    { sandboxId: publicId("sandboxes"), messageId: unique(8), chunk: "x" },
    { messageId: publicId("messages", 8), chunk: "x" },
  ],
  "run.reportRequest": ({ publicId }) => [
    {
      mergeRunId: publicId("mergeRuns"),
      state: "open",
      head: "1234567",
      base: "main",
      mergeable: "clean",
      approvals: 0,
      changesRequested: 0,
    },
  ],
  "message.streamFinalize": ({ publicId, unique }) => [
    { messageId: unique(8), finalContent: "x" },
    { sandboxId: publicId("sandboxes"), messageId: publicId("messages", 8), finalContent: "x" },
  ],
  "message.listBySandbox": ({ publicId, unique }) => [
    { sandboxId: publicId("sandboxes"), after: unique(18) },
    { sandboxId: publicId("sandboxes"), after: publicId("messages", 18) },
  ],
};

/** Fields that are called like ids and are texts of the runner's own. Nothing is found by them. */
const ownTexts = new Set([
  "runnerId",
  // Files name no project. tests/http/artifacts.test.ts tries those of other artifacts.
  "storageId",
  "runtimeSandboxId",
  "triggerRunId",
  "resolvedModelId",
  "message.streamCreate.messageId",
  // The name of the last asset of the answer before.
  "context.listActive.after",
  "skill.listActive.after",
  "command.listActive.after",
  "script.listActive.after",
]);

let engine: MeteredEngine;
let world: FilledWorld;
let token: string;
let tokenOfKind: Map<string, string>;
let foreignProject: string;
let counterparts: Map<string, { name: PublicName; foreign: string; nothing: string }>;

beforeAll(async () => {
  engine = await startMeteredEngine({ keepsResults: true });
  await engine.setEnvironment(environment);
  world = await fillWorld(engine, "reach", 20, areas);
  foreignProject = world.publicId("projects", 1);
  const apiKey = await world.makeKey();
  const api = client(servedBy(engine), apiKey);
  ({ token } = await dataOf(api.post("/project/runner-tokens/generate", { name: "Runner" })));
  tokenOfKind = new Map();
  for (const kind of jobKinds) {
    const made = await dataOf(api.post("/project/runner-tokens/generate", { name: kind, kinds: [kind] }));
    tokenOfKind.set(kind, made.token);
  }
  counterparts = await findCounterparts();
  // A cron does this each minute. It would change rows while they are compared.
  await engine.call(noticeAbsence, {});
}, 60_000);
afterAll(() => engine.stop());

const noticeAbsence = makeFunctionReference<"mutation">("runners/scheduled:noticeAbsence");

type PublicName = Parameters<World["publicId"]>[0];
const publicNames: PublicName[] = [
  "projects",
  "notifications",
  "mergeRuns",
  "sprintChains",
  "recurringTasks",
  "issues",
  "issueSessions",
  "issueSessionSteps",
  "answeringSessions",
  "sessionQuestions",
  "workChains",
  "learnings",
  "learningVersions",
  "personas",
  "contexts",
  "workflows",
  "runs",
  "runSteps",
  "runQuestions",
  "sandboxes",
  "artifacts",
  "messages",
  "jobs",
  "repositoryChecks",
];

/** For each id of the token's project, an id of the other project and one of a row that was deleted. */
async function findCounterparts(): Promise<typeof counterparts> {
  const found: typeof counterparts = new Map();
  for (const name of publicNames) {
    const foreign = name === "projects" ? foreignProject : world.publicId(name, 1);
    const nothing = await deletedLike(name, foreign);
    for (let index = 0; index < 20; index += 2) found.set(world.publicId(name, index), { name, foreign, nothing });
    if (name === "projects") found.set(world.projectId, { name, foreign, nothing });
  }
  // The runner's own name of a message.
  for (let index = 0; index < 20; index += 2) {
    found.set(world.unique(index), { name: "messages", foreign: world.unique(index + 1), nothing: "reach-nothing" });
  }
  return found;
}

const copyAndDelete = makeFunctionReference<"mutation", { table: string; id: string }, string>(
  "bulkInsert:copyAndDelete",
);

async function deletedLike(name: PublicName, foreign: string): Promise<string> {
  const prefix = /^[a-z]+_/.exec(foreign)?.[0] ?? "";
  return prefix + (await engine.call(copyAndDelete, { table: tableOf(name), id: foreign.slice(prefix.length) }));
}

interface Replaced {
  path: string;
  foreign: { input: unknown; id: string };
  nothing: { input: unknown; id: string };
}

/** The input once for each id in it, in a value or in a name, with that id replaced. */
function replacementsOf(input: unknown, path = ""): Replaced[] {
  if (typeof input === "string") {
    const others = counterparts.get(input);
    if (others === undefined) return [];
    const { foreign, nothing } = others;
    return [{ path, foreign: { input: foreign, id: foreign }, nothing: { input: nothing, id: nothing } }];
  }
  if (Array.isArray(input)) {
    return input.flatMap((element, index) =>
      around(replacementsOf(element, `${path}.${index}`), (changed) => input.with(index, changed)),
    );
  }
  if (typeof input !== "object" || input === null) return [];
  return Object.entries(input).flatMap(([field, value]) => {
    const inValue = around(replacementsOf(value, `${path}.${field}`), (changed) => ({ ...input, [field]: changed }));
    const inName = around(replacementsOf(field, `${path}.(name)`), (changed) => renamed(input, field, String(changed)));
    return inValue.concat(inName);
  });
}

function renamed(fields: object, from: string, to: string): object {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field === from ? to : field, value]));
}

function around(inner: Replaced[], put: (changed: unknown) => unknown): Replaced[] {
  return inner.map(({ path, foreign, nothing }) => ({
    path,
    foreign: { ...foreign, input: put(foreign.input) },
    nothing: { ...nothing, input: put(nothing.input) },
  }));
}

function inputsOf(name: string): Input[] {
  const budgets = budgetsInOrder.filter(([operation]) => operation === `callback ${name}`);
  return [...budgets.map((budget) => inputOf(budget, world)), ...(further[name]?.(world) ?? [])];
}

async function call(
  operation: string,
  args: unknown,
  more: object = {},
  credential = token,
): Promise<[number, string]> {
  const body = JSON.stringify({ operation, args, ...more });
  const headers = bearer(credential);
  const response = await servedBy(engine).fetch("/job/callback", { method: "POST", headers, body });
  return [response.status, await response.text()];
}

/** The places in the arguments whose names end like those of ids: `runId`, `learnings.*.sandboxId`. */
function idPlaces(schema: z.ZodMiniType): string[] {
  const places: string[] = [];
  const walk = (node: unknown, path: string) => {
    if (typeof node !== "object" || node === null) return;
    const { properties, items, anyOf, additionalProperties, propertyNames } = node as Record<string, unknown>;
    for (const [field, child] of Object.entries(properties ?? {})) {
      if (/(^id|Ids?|^after)$/.test(field)) places.push(`${path}.${field}`);
      walk(child, `${path}.${field}`);
    }
    walk(items, `${path}.*`);
    walk(additionalProperties, `${path}.*`);
    if (propertyNames !== undefined && /assumptions/.test(path)) places.push(`${path}.(name)`);
    if (Array.isArray(anyOf)) for (const child of anyOf) walk(child, path);
  };
  walk(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), "");
  return [...new Set(places)];
}

function isOwnText(operation: string, path: string): boolean {
  return ownTexts.has(operation + path) || ownTexts.has(path.slice(path.lastIndexOf(".") + 1));
}

const pattern = (path: string) => path.replaceAll(/\.\d+/g, ".*");

it("every id in the arguments of every operation is tried", async () => {
  const missing: string[] = [];
  for (const { name, args } of operations) {
    const inputs = inputsOf(name);
    if (inputs.length === 0) missing.push(name);
    const tried = new Set(inputs.flatMap((input) => replacementsOf(input)).map(({ path }) => pattern(path)));
    for (const place of idPlaces(await args())) {
      if (!isOwnText(name, place) && !tried.has(place)) missing.push(name + place);
    }
  }
  expect(missing).toEqual([]);
});

/** The rows of the other project, and those that name no project. */
async function notOurs(): Promise<Map<string, string>> {
  const own = world.projectId.slice("proj_".length);
  return new Map(
    [...(await settledState(engine)).documents].filter(([, json]) => !json.includes(`"projectId":"${own}"`)),
  );
}

describe.each(names)("%s", (name) => {
  it("answers for an id of another project as for one that names nothing, and changes nothing there", async () => {
    const before = await notOurs();
    for (const input of inputsOf(name)) {
      for (const { path, foreign, nothing } of replacementsOf(input)) {
        if (isOwnText(name, path)) continue;
        const expected = await call(name, nothing.input);
        const [status, answer] = await call(name, foreign.input);
        expect([status, answer.replaceAll(foreign.id, nothing.id)], `At ${path}:`).toEqual(expected);
        expect(answer.replaceAll(foreign.id, "")).not.toContain(foreignProject);
      }
    }
    expect(await notOurs()).toEqual(before);
  });

  it("refuses a lease of another project's job like one of a job that does not exist", async () => {
    const own = world.publicId("jobs", 0);
    const { foreign, nothing } = counterparts.get(own) ?? { foreign: "", nothing: "" };
    const [input] = inputsOf(name);
    const [status, answer] = await call(name, input, { lease: { jobId: foreign, fence: 1 } });
    const expected = await call(name, input, { lease: { jobId: nothing, fence: 1 } });
    expect(expected[0]).toBe(400);
    expect([status, answer.replaceAll(foreign, nothing)]).toEqual(expected);
  });
});

const ofRun = ["run.execute", "run.continue", "sprintChain.execute"];
const ofSteps = [...ofRun, "workChain.execute"];
const ofSandboxes = ["learning.extract", "sandbox.message", "sandbox.devServer"];
const ofSessions = ["issueSession.scan", "answeringSession.continue"];

/** The kinds whose jobs work on these rows of the world: each run is one of a sprint chain, and has a sandbox. */
const workersOn: { [Name in PublicName]?: readonly string[] } = {
  jobs: ["merge.execute"],
  runs: ofRun,
  runSteps: ofRun,
  runQuestions: ofSteps,
  artifacts: ofRun,
  sandboxes: [...ofSteps, ...ofSandboxes],
  messages: [...ofSteps, ...ofSandboxes],
  sprintChains: ["sprintChain.execute"],
  workChains: ["workChain.execute"],
  issueSessions: ofSessions,
  issueSessionSteps: ofSessions,
  answeringSessions: ofSessions,
  sessionQuestions: ofSessions,
  mergeRuns: ["merge.execute"],
  repositoryChecks: ["repository.check"],
};

/** What these may only read, and report on with the operations that are for it. */
const visitorsOf: { [Name in PublicName]?: readonly string[] } = {
  runs: ["pullRequest.look", "merge.execute", ...ofSandboxes],
  mergeRuns: ["pullRequest.look"],
};
const forVisitors = new Set([
  "run.updatePr",
  "run.reportRequest",
  "run.reportFeedback",
  "learning.store",
  "learning.bulkStore",
  "learning.dispatchExtraction",
  "notification.create",
]);

/** What the read budgets call a message that they have begun. */
const begunMessage = "new";

function mayName(kind: string, operation: Operation, id: string): boolean {
  const name = id === begunMessage ? "messages" : counterparts.get(id)?.name;
  if (name === undefined) return true;
  const isForVisitors = operation.kind === "query" || forVisitors.has(operation.name);
  // An artifact becomes the run's.
  const workers = operation.name === "artifact.begin" ? ofRun : workersOn[name];
  if (workers === undefined || workers.includes(kind)) return true;
  return isForVisitors && visitorsOf[name]?.includes(kind) === true;
}

function namesNothing([status, answer]: [number, string]): boolean {
  return status === 400 && answer.includes('"error":"There is no ');
}

function textsIn(input: unknown): string[] {
  if (typeof input === "string") return [input];
  if (typeof input !== "object" || input === null) return [];
  return Object.keys(input).concat(Object.values(input).flatMap(textsIn));
}

describe.each(jobKinds)("a token for %s alone", (kind) => {
  it.each(operations.map((operation) => [operation.name, operation] as const))(
    "names with %s only what jobs of this kind work on",
    async (name, operation) => {
      for (const input of inputsOf(name)) {
        const isNothing = namesNothing(await call(name, input));
        const answer = await call(name, input, {}, tokenOfKind.get(kind));
        const hidden = textsIn(input).filter((text) => !mayName(kind, operation, text));
        const isRefused = isNothing || hidden.length > 0;
        expect({ input, hidden, answer, isRefused: namesNothing(answer) }).toEqual({
          input,
          hidden,
          answer,
          isRefused,
        });
      }
    },
  );
});
