import { internal } from "../_generated/api";
import { list, post, remove } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.trash;
const requests = () => import("./requests");
const named = async () => (await requests()).named();

export const routes: Route[] = [
  list("/trash/list", endpoints.list, { scope: "trash:read", query: async () => (await requests()).listAll() }),
  list("/trash", endpoints.list, { scope: "trash:read", query: async () => (await requests()).list() }),
  post("/trash/restore", endpoints.restore, { scope: "trash:write", body: named }),
  post("/trash/permanent-delete", endpoints.purge, { scope: "trash:write", body: named }),
  post("/trash/:type/:id/restore", endpoints.restoreAtPath, { scope: "trash:write" }),
  remove("/trash/:type/:id", endpoints.purgeAtPath, { scope: "trash:write" }),
];
