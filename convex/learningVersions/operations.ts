import { internal } from "../_generated/api";
import { ask } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.learningVersions;

export const operations: Operation[] = [
  ask("learningVersion.getActive", async () => (await import("./callbackRequests")).getActive(), callbacks.getActive),
];
