import { internal } from "../_generated/api";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { operations: runner } = internal.runSteps;
const requests = () => import("./requests");
const { mutation } = operationBuilders(requests);

export const operations: Operation[] = [
  mutation("runStep.create", "create", runner.create),
  mutation("runStep.updateStatus", "updateStatus", internal.gates.operations.updateStatus),
];
