import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";

const requests = () => import("./requests");
const { list, post } = routeBuilders(requests);

export const routes: Route[] = [
  list("/project/members", internal.members.endpoints.list, { scope: "admin", query: "list" }),
  post("/project/members/invite", internal.members.endpoints.invite, { scope: "admin", body: "invite" }),
  post("/project/members/remove", internal.members.endpoints.remove, { scope: "admin", body: "remove" }),
  post("/project/members/update-role", internal.members.endpoints.updateRole, { scope: "admin", body: "updateRole" }),
];
