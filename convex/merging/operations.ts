import { internal } from "../_generated/api";
import { ask, tell } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.merging;
const requests = () => import("./callbackRequests");

export const operations: Operation[] = [
  ask("mergeRun.get", async () => (await requests()).get(), callbacks.get),
  tell("mergeRun.updateStatus", async () => (await requests()).updateStatus(), callbacks.updateStatus),
];
