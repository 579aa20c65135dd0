import { internal } from "../_generated/api";
import { get, list, post, put, remove } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.skills;
const requests = () => import("./requests");

export const routes: Route[] = [
  list("/skills", endpoints.list, { scope: "assets:read", query: async () => (await requests()).list() }),
  get("/skills/:id", endpoints.get, { scope: "assets:read" }),
  post("/skills", endpoints.create, {
    scope: "assets:write",
    body: async () => (await requests()).create(),
    status: 201,
  }),
  put("/skills/:id", endpoints.update, { scope: "assets:write", body: async () => (await requests()).update() }),
  remove("/skills/:id", endpoints.remove, { scope: "assets:write" }),
  put("/skills/:id/publish", endpoints.publish, {
    scope: "assets:write",
    body: async () => (await requests()).publish(),
  }),
  list("/skills/:id/versions", endpoints.versions, {
    scope: "assets:read",
    query: async () => (await requests()).versions(),
  }),
  put("/skills/:id/versions/:v/activate", endpoints.activate, { scope: "assets:write" }),
];
