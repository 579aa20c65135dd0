import { internal } from "../_generated/api";
import { get, list, post } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.issues;
const requests = () => import("./requests");
const read = { scope: "issues:read" } as const;
const write = { scope: "issues:write" } as const;

export const routes: Route[] = [
  list("/issues/list", endpoints.list, { ...read, query: async () => (await requests()).list() }),
  get("/issues/get", endpoints.get, { ...read, query: async () => (await requests()).get() }),
  post("/issues/create", endpoints.create, { ...write, body: async () => (await requests()).create() }),
  post("/issues/update", endpoints.update, { ...write, body: async () => (await requests()).update() }),
  post("/issues/delete", endpoints.remove, { ...write, body: async () => (await requests()).one() }),
  post("/issues/link-run", endpoints.linkRun, { ...write, body: async () => (await requests()).linkRun() }),
  post("/issues/bulk-delete", endpoints.removeMany, { ...write, body: async () => (await requests()).many() }),
];
