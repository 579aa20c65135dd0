import { internal } from "../_generated/api";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.runSteps;
const requests = () => import("./requests");
const { mutation } = operationBuilders(requests);

export const operations: Operation[] = [
  mutation("runStep.create", "create", callbacks.create),
  mutation("runStep.updateStatus", "updateStatus", callbacks.updateStatus),
];
