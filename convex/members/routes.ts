import { internal } from "../_generated/api";
import { list, post } from "../api/routes";
import type { Route } from "../api/routes";

const requests = () => import("./requests");

export const routes: Route[] = [
  list("/project/members", internal.members.endpoints.list, {
    scope: "admin",
    query: async () => (await requests()).list(),
  }),
  post("/project/members/invite", internal.members.endpoints.invite, {
    scope: "admin",
    body: async () => (await requests()).invite(),
  }),
  post("/project/members/remove", internal.members.endpoints.remove, {
    scope: "admin",
    body: async () => (await requests()).remove(),
  }),
  post("/project/members/update-role", internal.members.endpoints.updateRole, {
    scope: "admin",
    body: async () => (await requests()).updateRole(),
  }),
];
