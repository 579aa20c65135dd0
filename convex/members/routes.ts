import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const requests = () => import("./requests");
const { list, post } = routeBuilders(requests);

export const routes: Route[] = [
  /** Lists the members with their roles. */
  list("/project/members", internal.members.endpoints.list, { scope: "admin", query: "list" }),
  /** Invites a person by email. */
  post("/project/members/invite", internal.members.endpoints.invite, { scope: "admin", body: "invite" }),
  /** Removes a member. */
  post("/project/members/remove", internal.members.endpoints.remove, { scope: "admin", body: "remove" }),
  /** Gives a member another role. */
  post("/project/members/update-role", internal.members.endpoints.updateRole, { scope: "admin", body: "updateRole" }),
];
