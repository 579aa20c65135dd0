// Every write route and every public function that writes has one entry in the audit log, with the right action. They
// are enumerated with the read budgets, so that none is forgotten.
import { afterAll, beforeAll, expect, it } from "vitest";
import { areas, budgetsInOrder, inputOf } from "../support/readBudgets/allBudgets";
import { startMeteredEngine } from "../support/readBudgets/meteredEngine";
import type { MeteredEngine } from "../support/readBudgets/meteredEngine";
import { environment, perform } from "../support/readBudgets/operations";
import { fillWorld } from "../support/readBudgets/world";
import type { FilledWorld } from "../support/readBudgets/world";
import { publicFunctions } from "../support/publicFunctions";

/** Writes that change nothing, or nothing of a project. */
const withoutEntry: ReadonlySet<string> = new Set([
  "POST /recurring-tasks/preview",
  "function recurringTasks/dashboard:preview",
  // Everything has been marked already.
  "PUT /notifications/read-all",
  "function notifications/dashboard:markSeen",
  // The version is the active one already.
  "PUT /skills/:id/versions/:v/activate",
  "PUT /commands/:id/versions/:v/activate",
  "PUT /scripts/:id/versions/:v/activate",
  "function contexts/dashboard:activate",
  "function skills/dashboard:activate",
  "function commands/dashboard:activate",
  "function scripts/dashboard:activate",
  // It only reads.
  "function artifacts/dashboard:content",
  // A person signs in without a project.
  "function users/dashboard:signIn",
  // Its entry is the first in the log of the new project.
  "function project/dashboard:create",
]);

/** Routes whose action has another name than their path. */
const otherPaths: Record<string, string> = {
  "notifications.mark-all-read": "notifications.mark-all",
  "notifications.read-all": "notifications.mark-all",
  "notifications.read": "notifications.mark-read",
  "notifications.delete": "notifications.dismiss",
  "answering-sessions.status": "answering-sessions.set-status",
  "session-questions.assumption": "session-questions.assume",
  "dev-server.start": "sandboxes.start-dev-server",
  "trash.delete": "trash.permanent-delete",
  "questions.answer": "run-questions.answer",
  "questions.dismiss": "run-questions.dismiss",
  "runs.bulk": "bulk-actions.start",
  "bulk.stop": "bulk-actions.stop",
  "learnings.update-content": "learnings.update",
  "deliveries.retry": "webhooks.retry",
};

const verbOfMethod: Record<string, string> = { POST: "create", PUT: "update", DELETE: "delete" };

/** `POST /project/api-keys/revoke` is `api-keys.revoke`, and `DELETE /commands/:id` is `commands.delete`. */
function actionOfRoute(method: string, pattern: string): string {
  const words = pattern.split("/").filter((word) => word !== "" && !word.startsWith(":") && word !== "versions");
  const [verb = "", area = ""] = words.toReversed();
  // A collection below the project.
  if (verb === "hooks") return `hooks.${verbOfMethod[method]}`;
  const action = words.length === 1 ? `${verb}.${verbOfMethod[method]}` : `${area}.${verb}`;
  return otherPaths[action] ?? action;
}

const anyAction = expect.stringMatching(/^[a-z-]+\.[a-z-]+$/) as string;

let engine: MeteredEngine;
let world: FilledWorld;
beforeAll(async () => {
  engine = await startMeteredEngine({ keepsResults: false });
  await engine.setEnvironment(environment);
  world = await fillWorld(engine, "audit", 20, areas);
}, 300_000);
afterAll(() => engine.stop());

interface Entry {
  id: string;
  action: string;
}

async function newest(): Promise<Entry[]> {
  const { status, answer } = await perform(engine, world, "GET /audit-log", { limit: 3 });
  expect({ status, answer }).toMatchObject({ status: 200 });
  return (JSON.parse(answer) as { data: Entry[] }).data;
}

it("every write by REST and the dashboard has one entry, whose action is that of its URL", async () => {
  const functions = new Map((await publicFunctions()).map(({ name, kind }) => [name, kind]));
  const found: Record<string, string[]> = {};
  const expected: Record<string, string[]> = {};
  for (const [index, budget] of budgetsInOrder.entries()) {
    const [operation] = budget;
    const [kind = "", name = ""] = operation.split(" ");
    const isWrite = kind === "function" ? functions.get(name) !== "query" : kind in verbOfMethod;
    // Nobody reads the log of a deleted project.
    if (!isWrite || budget[3] === "last") continue;
    const known = new Set((await newest()).map(({ id }) => id));
    const { status, answer } = await perform(engine, world, operation, inputOf(budget, world));
    if (status >= 300) throw new Error(`${operation}: ${status} ${answer}`);
    const row = `${index} ${operation}`;
    found[row] = (await newest()).filter(({ id }) => !known.has(id)).map(({ action }) => action);
    expected[row] = withoutEntry.has(operation) ? [] : [kind === "function" ? anyAction : actionOfRoute(kind, name)];
  }
  expect(found).toEqual(expected);
  expect(Object.keys(found).length).toBeGreaterThan(150);
}, 300_000);
