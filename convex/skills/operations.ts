import { internal } from "../_generated/api";
import { ask } from "../callback/rows";
import type { Operation } from "../callback/rows";

export const operations: Operation[] = [
  ask(
    "skill.listActive",
    async () => (await import("../assets/callbackRequests")).listActive(),
    internal.skills.callbacks.listActive,
  ),
];
