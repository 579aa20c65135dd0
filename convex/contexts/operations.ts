import { internal } from "../_generated/api";
import { ask } from "../callback/rows";
import type { Operation } from "../callback/rows";

export const operations: Operation[] = [
  ask(
    "context.listActive",
    async () => (await import("../assets/callbackRequests")).listActive(),
    internal.contexts.callbacks.listActive,
  ),
];
