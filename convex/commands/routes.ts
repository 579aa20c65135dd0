import { internal } from "../_generated/api";
import { get, list, post, put, remove } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.commands;
const requests = () => import("./requests");

export const routes: Route[] = [
  list("/commands", endpoints.list, { scope: "assets:read", query: async () => (await requests()).list() }),
  get("/commands/:id", endpoints.get, { scope: "assets:read" }),
  post("/commands", endpoints.create, {
    scope: "assets:write",
    body: async () => (await requests()).create(),
    status: 201,
  }),
  put("/commands/:id", endpoints.update, { scope: "assets:write", body: async () => (await requests()).update() }),
  remove("/commands/:id", endpoints.remove, { scope: "assets:write" }),
  put("/commands/:id/publish", endpoints.publish, {
    scope: "assets:write",
    body: async () => (await requests()).publish(),
  }),
  list("/commands/:id/versions", endpoints.versions, {
    scope: "assets:read",
    query: async () => (await requests()).versions(),
  }),
  put("/commands/:id/versions/:v/activate", endpoints.activate, { scope: "assets:write" }),
];
