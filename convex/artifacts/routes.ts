import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints, operations: runner } = internal.artifacts;
const requests = () => import("./requests");
const { file, list } = routeBuilders(requests);
const { action, mutation } = operationBuilders(requests);

const scope = "runs:read";

export const routes: Route[] = [
  /** Lists the files that a run has made for people to look at, newest first. */
  list("/runs/artifacts", endpoints.list, { scope, query: "list" }),
  /** Sends the bytes of an artifact. Only pictures and plain text are sent as what they are. */
  file("/artifacts/:id/content", endpoints.content, { scope }),
];

export const operations: Operation[] = [
  mutation("artifact.begin", "begin", runner.begin),
  action("artifact.finish", "finish", async (ctx, call) => (await import("./finishUpload")).finishUpload(ctx, call)),
];
