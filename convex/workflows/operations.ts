import { internal } from "../_generated/api";
import { ask } from "../callback/rows";
import type { Operation } from "../callback/rows";

export const operations: Operation[] = [
  ask("workflow.get", async () => (await import("./callbackRequests")).get(), internal.workflows.callbacks.get),
];
