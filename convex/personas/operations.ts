import { internal } from "../_generated/api";
import { ask } from "../callback/rows";
import type { Operation } from "../callback/rows";

export const operations: Operation[] = [
  ask("persona.get", async () => (await import("./callbackRequests")).get(), internal.personas.callbacks.get),
];
