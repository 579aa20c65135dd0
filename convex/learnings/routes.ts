import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints, operations: runner } = internal.learnings;
const requests = () => import("./requests");
const { get, list, post } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

const read = { scope: "learnings:read" } as const;
const write = { scope: "learnings:write" } as const;

export const routes: Route[] = [
  /** Lists learnings, newest first. */
  list("/learnings/list", endpoints.list, { ...read, query: "list" }),
  /** Lists the learnings that came from a sandbox. */
  list("/learnings/by-sandbox", endpoints.listOfSandbox, { ...read, query: "listOfSandbox" }),
  /** Counts learnings by status, category and severity. */
  get("/learnings/stats", endpoints.stats, read),
  /** Shows what a compilation for a role would say now. */
  get("/learnings/preview", endpoints.preview, { ...read, query: "preview" }),
  /** Records a learning. */
  post("/learnings/create", endpoints.create, { ...write, body: "create" }),
  /** Approves or rejects a learning. */
  post("/learnings/update-status", endpoints.updateStatus, { ...write, body: "updateStatus" }),
  /** Changes the text of a learning. */
  post("/learnings/update-content", endpoints.update, { ...write, body: "updateContent" }),
  /** Moves a learning to the trash. */
  post("/learnings/delete", endpoints.remove, { ...write, body: "one" }),
  /** Takes a learning out of the trash. */
  post("/learnings/restore", endpoints.restore, { ...write, body: "one" }),
  /** Deletes a learning for good. */
  post("/learnings/permanent-delete", endpoints.purge, { ...write, body: "one" }),
  /** Approves or rejects several learnings. */
  post("/learnings/bulk-update-status", endpoints.updateStatusOfMany, { ...write, body: "updateStatusOfMany" }),
  /** Moves several learnings to the trash. */
  post("/learnings/bulk-delete", endpoints.removeMany, { ...write, body: "many" }),
];

export const operations: Operation[] = [
  mutation(
    "learning.dispatchExtraction",
    "dispatchExtraction",
    internal.sandboxes.extractionOperations.dispatchExtraction,
  ),
  mutation("learning.store", "store", runner.store),
  mutation("learning.bulkStore", "bulkStore", runner.bulkStore),
  query("learning.getCompiled", "getCompiled", internal.learningVersions.operations.getCompiled),
];
