import { internal } from "../_generated/api";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { operations: runner } = internal.usage;
const requests = () => import("./requests");
const { mutation } = operationBuilders(requests);

export const operations: Operation[] = [
  mutation("usage.computeCostAndRecord", "computeCostAndRecord", runner.computeCostAndRecord),
];
