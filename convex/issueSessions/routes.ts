import { internal } from "../_generated/api";
import { get, list, post } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.issueSessions;
const requests = () => import("./requests");
const read = { scope: "issue-sessions:read" } as const;
const write = { scope: "issue-sessions:write" } as const;

export const routes: Route[] = [
  list("/issue-sessions/list", endpoints.list, { ...read, query: async () => (await requests()).list() }),
  get("/issue-sessions/get", endpoints.get, { ...read, query: async () => (await requests()).get() }),
  post("/issue-sessions/start", endpoints.start, {
    ...write,
    body: async () => (await requests()).start(),
    status: 201,
  }),
  post("/issue-sessions/rename", endpoints.rename, { ...write, body: async () => (await requests()).rename() }),
  post("/issue-sessions/delete", endpoints.remove, { ...write, body: async () => (await requests()).one() }),
  post("/issue-sessions/restore", endpoints.restore, { ...write, body: async () => (await requests()).one() }),
  post("/issue-sessions/permanent-delete", endpoints.purge, { ...write, body: async () => (await requests()).one() }),
  post("/issue-sessions/bulk-delete", endpoints.removeMany, { ...write, body: async () => (await requests()).many() }),
];
