import { internal } from "../_generated/api";
import { operationsOf } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.usage;
const requests = () => import("./requests");
const { tell } = operationsOf(requests);

export const operations: Operation[] = [
  tell("usage.computeCostAndRecord", "computeCostAndRecord", callbacks.computeCostAndRecord),
];
