import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints, callbacks } = internal.learnings;
const requests = () => import("./requests");
const { get, list, post } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

const read = { scope: "learnings:read" } as const;
const write = { scope: "learnings:write" } as const;

export const routes: Route[] = [
  list("/learnings/list", endpoints.list, { ...read, query: "list" }),
  list("/learnings/by-sandbox", endpoints.listOfSandbox, { ...read, query: "listOfSandbox" }),
  get("/learnings/stats", endpoints.stats, read),
  get("/learnings/preview", endpoints.preview, { ...read, query: "preview" }),
  post("/learnings/create", endpoints.create, { ...write, body: "create" }),
  post("/learnings/update-status", endpoints.updateStatus, { ...write, body: "updateStatus" }),
  post("/learnings/update-content", endpoints.update, { ...write, body: "updateContent" }),
  post("/learnings/delete", endpoints.remove, { ...write, body: "one" }),
  post("/learnings/restore", endpoints.restore, { ...write, body: "one" }),
  post("/learnings/permanent-delete", endpoints.purge, { ...write, body: "one" }),
  post("/learnings/bulk-update-status", endpoints.updateStatusOfMany, { ...write, body: "updateStatusOfMany" }),
  post("/learnings/bulk-delete", endpoints.removeMany, { ...write, body: "many" }),
];

export const operations: Operation[] = [
  mutation(
    "learning.dispatchExtraction",
    "dispatchExtraction",
    internal.sandboxes.extractionCallbacks.dispatchExtraction,
  ),
  mutation("learning.store", "store", callbacks.store),
  mutation("learning.bulkStore", "bulkStore", callbacks.bulkStore),
  query("learning.getCompiled", "getCompiled", internal.learningVersions.callbacks.getCompiled),
];
