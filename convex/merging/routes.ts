import { internal } from "../_generated/api";
import { list, post } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.merging;
const requests = () => import("./requests");

export const routes: Route[] = [
  list("/merging/list", endpoints.list, { scope: "merging:read", query: async () => (await requests()).list() }),
  post("/merging/start", endpoints.start, {
    scope: "merging:write",
    body: async () => (await requests()).start(),
    status: 201,
  }),
];
