import { internal } from "../_generated/api";
import { operationsOf } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.usage;
const requests = () => import("./requests");
const { mutation } = operationsOf(requests);

export const operations: Operation[] = [
  mutation("usage.computeCostAndRecord", "computeCostAndRecord", callbacks.computeCostAndRecord),
];
