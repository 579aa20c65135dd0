import { internal } from "../_generated/api";
import { get, list, post } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.workChains;
const requests = () => import("./requests");
const named = async () => (await requests()).named();

export const routes: Route[] = [
  list("/work-chains/list", endpoints.list, {
    scope: "work-chains:read",
    query: async () => (await requests()).list(),
  }),
  get("/work-chains/get", endpoints.get, { scope: "work-chains:read", query: async () => (await requests()).one() }),
  list("/work-chains/issues", endpoints.listIssues, {
    scope: "work-chains:read",
    query: async () => (await requests()).issues(),
  }),
  post("/work-chains/create", endpoints.create, {
    scope: "work-chains:write",
    body: async () => (await requests()).create(),
  }),
  post("/work-chains/delete", endpoints.remove, { scope: "work-chains:write", body: named }),
  post("/work-chains/start", endpoints.start, { scope: "work-chains:write", body: named, status: 201 }),
];
