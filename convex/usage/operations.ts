import { internal } from "../_generated/api";
import { tell } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.usage;
const requests = () => import("./callbackRequests");

export const operations: Operation[] = [
  tell(
    "usage.computeCostAndRecord",
    async () => (await requests()).computeCostAndRecord(),
    callbacks.computeCostAndRecord,
  ),
];
