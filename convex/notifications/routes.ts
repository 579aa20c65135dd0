import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints } = internal.notifications;
const requests = () => import("./requests");
const { get, list, post, put, remove } = routeBuilders(requests);
const { mutation } = operationBuilders(requests);

const reading = { scope: "notifications:read", query: "list" } as const;
const writing = { scope: "notifications:write" } as const;
const one = { ...writing, body: "one" } as const;

export const routes: Route[] = [
  list("/notifications/list", endpoints.list, reading),
  list("/notifications", endpoints.list, reading),
  get("/notifications/unread-count", endpoints.countUnread, { scope: "notifications:read" }),
  post("/notifications/mark-read", endpoints.markRead, one),
  put("/notifications/:notificationId/read", endpoints.markRead, writing),
  post("/notifications/mark-all-read", endpoints.markAll, writing),
  put("/notifications/read-all", endpoints.markAll, writing),
  post("/notifications/dismiss", endpoints.dismiss, one),
  remove("/notifications/:notificationId", endpoints.dismiss, writing),
];

export const operations: Operation[] = [
  mutation("notification.create", "create", internal.notifications.callbacks.create),
];
