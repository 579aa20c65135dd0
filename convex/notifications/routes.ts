import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints } = internal.notifications;
const requests = () => import("./requests");
const { get, list, post, put, remove } = routeBuilders(requests);
const { mutation } = operationBuilders(requests);

const reading = { scope: "notifications:read", query: "list" } as const;
const writing = { scope: "notifications:write" } as const;
const one = { ...writing, body: "one" } as const;

export const routes: Route[] = [
  /** Lists the notifications of the person for whom the key acts, newest first. */
  list("/notifications/list", endpoints.list, reading),
  /** Lists the notifications of the person for whom the key acts, newest first. */
  list("/notifications", endpoints.list, reading),
  /** Counts the notifications that the person for whom the key acts has not read. */
  get("/notifications/unread-count", endpoints.countUnread, { scope: "notifications:read" }),
  /** Marks a notification as read. */
  post("/notifications/mark-read", endpoints.markRead, one),
  /** Marks a notification as read. */
  put("/notifications/:notificationId/read", endpoints.markRead, writing),
  /** Marks all notifications as read. */
  post("/notifications/mark-all-read", endpoints.markAll, writing),
  /** Marks all notifications as read. */
  put("/notifications/read-all", endpoints.markAll, writing),
  /** Dismisses a notification. */
  post("/notifications/dismiss", endpoints.dismiss, one),
  /** Dismisses a notification. */
  remove("/notifications/:notificationId", endpoints.dismiss, writing),
];

export const operations: Operation[] = [
  mutation("notification.create", "create", internal.notifications.operations.create),
];
