import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints, callbacks } = internal.runs;
const requests = () => import("./requests");
const { follow, get, list, post } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

const allRuns = { scope: "runs:read", query: "list", legacyQuery: "legacyList", shape: { legacy: "nested" } } as const;
const bare = { scope: "runs:read", shape: { legacy: "bare", hasRequestId: true } } as const;
const move = { scope: "runs:write", body: "one" } as const;

export const routes: Route[] = [
  list("/runs", endpoints.list, allRuns),
  list("/runs/list", endpoints.list, allRuns),
  list("/runs/by-workflow", endpoints.listByWorkflow, { ...bare, query: "byWorkflow" }),
  list("/runs/by-chain", endpoints.listByChain, { ...bare, query: "byChain" }),
  get("/runs/get", endpoints.get, { scope: "runs:read", query: "get" }),
  get("/runs/detail", endpoints.detail, { scope: "runs:read", query: "detail" }),
  get("/runs/by-number", endpoints.getByNumber, { scope: "runs:read", query: "byNumber" }),
  follow("/runs/events", internal.runEvents.endpoints.list, {
    scope: "runs:read",
    further: internal.runEvents.endpoints.listFurther,
    query: "events",
  }),
  post("/runs/start", endpoints.start, { scope: "runs:write", body: "start", status: 201 }),
  post("/runs/pause", endpoints.pause, move),
  post("/runs/resume", endpoints.resume, move),
  post("/runs/cancel", endpoints.cancel, move),
  post("/runs/restart", endpoints.restart, { scope: "runs:write", body: "restart" }),
  post("/runs/request-graceful-stop", endpoints.stopGracefully, move),
  post("/runs/rename", endpoints.rename, { scope: "runs:write", body: "rename" }),
  post("/runs/delete", endpoints.discard, move),
  post("/runs/restore", endpoints.restore, move),
  post("/runs/permanent-delete", endpoints.purge, move),
  post("/runs/bulk-delete", endpoints.discardMany, { scope: "runs:write", body: "bulkDelete" }),
];

export const operations: Operation[] = [
  query("run.get", "one", callbacks.get),
  mutation("run.create", "create", callbacks.create),
  mutation("run.createChainRun", "createChainRun", callbacks.createChainRun),
  mutation("run.updateStatus", "updateStatus", callbacks.updateStatus),
  mutation("run.updatePr", "updatePr", callbacks.updatePr),
  mutation("run.updateProgress", "updateProgress", callbacks.updateProgress),
  mutation("run.setStopFlag", "setStopFlag", callbacks.setStop),
  mutation("run.updateCiChecks", "updateCiChecks", callbacks.updateCiChecks),
  query("run.getDelivery", "delivery", internal.jobInputs.callbacks.ofRun),
  query("run.getPart", "part", internal.jobInputs.callbacks.part),
];
