import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints, callbacks } = internal.runQuestions;
const requests = () => import("./requests");
const { list, post } = routeBuilders(requests);
const { action, mutation } = operationBuilders(requests);

const scope = "runs:write";

export const routes: Route[] = [
  list("/runs/questions", endpoints.list, { scope: "runs:read", query: "list" }),
  post("/runs/questions/answer", endpoints.answer, { scope, body: "answer" }),
  post("/runs/questions/dismiss", endpoints.dismiss, { scope, body: "dismiss" }),
];

export const operations: Operation[] = [
  mutation("run.ask", "ask", callbacks.ask),
  action("run.awaitAnswer", "awaitAnswer", async (ctx, call) =>
    (await import("./waitForAnswer")).waitForAnswer(ctx, call),
  ),
];
