import { internal } from "../_generated/api";
import { operationsOf } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.runSteps;
const requests = () => import("./requests");
const { tell } = operationsOf(requests);

export const operations: Operation[] = [
  tell("runStep.create", "create", callbacks.create),
  tell("runStep.updateStatus", "updateStatus", callbacks.updateStatus),
];
