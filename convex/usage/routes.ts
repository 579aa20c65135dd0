import { internal } from "../_generated/api";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.usage;
const requests = () => import("./requests");
const { mutation } = operationBuilders(requests);

export const operations: Operation[] = [
  mutation("usage.computeCostAndRecord", "computeCostAndRecord", callbacks.computeCostAndRecord),
];
