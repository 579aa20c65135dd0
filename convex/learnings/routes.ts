import { internal } from "../_generated/api";
import { get, getAndFinish, list, post } from "../api/routes";
import type { Route } from "../api/routes";
import { presentStats } from "./stats";

const { endpoints } = internal.learnings;
const requests = () => import("./requests");
const read = { scope: "learnings:read" } as const;
const write = { scope: "learnings:write" } as const;

export const routes: Route[] = [
  list("/learnings/list", endpoints.list, { ...read, query: async () => (await requests()).list() }),
  list("/learnings/by-sandbox", endpoints.listOfSandbox, {
    ...read,
    query: async () => (await requests()).listOfSandbox(),
  }),
  getAndFinish("/learnings/stats", endpoints.stats, { ...read, finish: presentStats }),
  get("/learnings/preview", endpoints.preview, { ...read, query: async () => (await requests()).preview() }),
  post("/learnings/create", endpoints.create, { ...write, body: async () => (await requests()).create() }),
  post("/learnings/update-status", endpoints.updateStatus, {
    ...write,
    body: async () => (await requests()).updateStatus(),
  }),
  post("/learnings/update-content", endpoints.update, {
    ...write,
    body: async () => (await requests()).updateContent(),
  }),
  post("/learnings/delete", endpoints.remove, { ...write, body: async () => (await requests()).one() }),
  post("/learnings/restore", endpoints.restore, { ...write, body: async () => (await requests()).one() }),
  post("/learnings/permanent-delete", endpoints.purge, { ...write, body: async () => (await requests()).one() }),
  post("/learnings/bulk-update-status", endpoints.updateStatusOfMany, {
    ...write,
    body: async () => (await requests()).updateStatusOfMany(),
  }),
  post("/learnings/bulk-delete", endpoints.removeMany, { ...write, body: async () => (await requests()).many() }),
];
