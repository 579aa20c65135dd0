import { internal } from "../_generated/api";
import { ask } from "../callback/rows";
import type { Operation } from "../callback/rows";

export const operations: Operation[] = [
  ask(
    "issue.getByRun",
    async () => (await import("./callbackRequests")).getByRun(),
    internal.issues.callbacks.getByRun,
  ),
];
