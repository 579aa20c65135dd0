import { internal } from "../_generated/api";
import { tell } from "../callback/rows";
import type { Operation } from "../callback/rows";

export const operations: Operation[] = [
  tell(
    "notification.create",
    async () => (await import("./callbackRequests")).create(),
    internal.notifications.callbacks.create,
  ),
];
