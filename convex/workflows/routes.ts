import { internal } from "../_generated/api";
import { get, list, post, put, remove } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.workflows;
const requests = () => import("./requests");

export const routes: Route[] = [
  list("/workflows", endpoints.list, { scope: "workflows:read", query: async () => (await requests()).list() }),
  get("/workflows/:id", endpoints.get, { scope: "workflows:read" }),
  post("/workflows", endpoints.create, {
    scope: "workflows:write",
    body: async () => (await requests()).create(),
    status: 201,
  }),
  put("/workflows/:id", endpoints.update, { scope: "workflows:write", body: async () => (await requests()).update() }),
  remove("/workflows/:id", endpoints.remove, { scope: "workflows:write" }),
];
