import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints, operations: runner } = internal.runQuestions;
const requests = () => import("./requests");
const { list, post } = routeBuilders(requests);
const { action, mutation } = operationBuilders(requests);

const scope = "runs:write";

export const routes: Route[] = [
  /** Lists what runs ask people, newest first. */
  list("/runs/questions", endpoints.list, { scope: "runs:read", query: "list" }),
  /** Answers a question of a run. The answer is checked against its options or its schema. */
  post("/runs/questions/answer", endpoints.answer, { scope, body: "answer" }),
  /** Dismisses a question of a run, which continues without an answer. */
  post("/runs/questions/dismiss", endpoints.dismiss, { scope, body: "dismiss" }),
];

export const operations: Operation[] = [
  mutation("run.ask", "ask", runner.ask),
  action("run.awaitAnswer", "awaitAnswer", async (ctx, call) =>
    (await import("./waitForAnswer")).waitForAnswer(ctx, call),
  ),
];
