import { internal } from "../_generated/api";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { operations: runner } = internal.usage;
const requests = () => import("./requests");
const { mutation } = operationBuilders(requests);

export const operations: Operation[] = [
  mutation("usage.computeCostAndRecord", "computeCostAndRecord", runner.computeCostAndRecord),
];
