import { internal } from "../_generated/api";
import { tell } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.runSteps;
const requests = () => import("./callbackRequests");

export const operations: Operation[] = [
  tell("runStep.create", async () => (await requests()).create(), callbacks.create),
  tell("runStep.updateStatus", async () => (await requests()).updateStatus(), callbacks.updateStatus),
];
