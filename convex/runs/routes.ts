import { internal } from "../_generated/api";
import { follow, get, list, post } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.runs;
const requests = () => import("./requests");

const allRuns = {
  scope: "runs:read",
  query: async () => (await requests()).list(),
  legacyQuery: async () => (await requests()).legacyList(),
  shape: { legacy: "nested" },
} as const;

const move = { scope: "runs:write", body: async () => (await requests()).one() } as const;

export const routes: Route[] = [
  list("/runs", endpoints.list, allRuns),
  list("/runs/list", endpoints.list, allRuns),
  list("/runs/by-workflow", endpoints.listByWorkflow, {
    scope: "runs:read",
    query: async () => (await requests()).byWorkflow(),
    shape: { legacy: "bare", hasRequestId: true },
  }),
  list("/runs/by-chain", endpoints.listByChain, {
    scope: "runs:read",
    query: async () => (await requests()).byChain(),
    shape: { legacy: "bare", hasRequestId: true },
  }),
  get("/runs/get", endpoints.get, { scope: "runs:read", query: async () => (await requests()).get() }),
  get("/runs/detail", endpoints.detail, { scope: "runs:read", query: async () => (await requests()).detail() }),
  get("/runs/by-number", endpoints.getByNumber, {
    scope: "runs:read",
    query: async () => (await requests()).byNumber(),
  }),
  follow("/runs/events", internal.runEvents.endpoints.list, {
    scope: "runs:read",
    further: internal.runEvents.endpoints.listFurther,
    query: async () => (await import("../runEvents/requests")).list(),
  }),
  post("/runs/start", endpoints.start, {
    scope: "runs:write",
    body: async () => (await requests()).start(),
    status: 201,
  }),
  post("/runs/pause", endpoints.pause, move),
  post("/runs/resume", endpoints.resume, move),
  post("/runs/cancel", endpoints.cancel, move),
  post("/runs/restart", endpoints.restart, move),
  post("/runs/request-graceful-stop", endpoints.stopGracefully, move),
  post("/runs/rename", endpoints.rename, { scope: "runs:write", body: async () => (await requests()).rename() }),
  post("/runs/delete", endpoints.discard, move),
  post("/runs/restore", endpoints.restore, move),
  post("/runs/permanent-delete", endpoints.purge, move),
  post("/runs/bulk-delete", endpoints.discardMany, {
    scope: "runs:write",
    body: async () => (await requests()).bulkDelete(),
  }),
];
