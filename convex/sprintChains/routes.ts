import { internal } from "../_generated/api";
import { get, list, post, remove } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.sprintChains;
const requests = () => import("./requests");

export const routes: Route[] = [
  list("/sprint-chains", endpoints.list, {
    scope: "sprint-chains:read",
    query: async () => (await requests()).list(),
  }),
  get("/sprint-chains/:id", endpoints.get, { scope: "sprint-chains:read" }),
  post("/sprint-chains", endpoints.create, {
    scope: "sprint-chains:write",
    body: async () => (await requests()).create(),
    status: 201,
  }),
  remove("/sprint-chains/:id", endpoints.remove, { scope: "sprint-chains:write" }),
];
