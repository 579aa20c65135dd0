import { internal } from "../_generated/api";
import { ask, tell } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.workChains;
const requests = () => import("./callbackRequests");

export const operations: Operation[] = [
  ask("workChain.get", async () => (await requests()).get(), callbacks.get),
  tell("workChain.updateStatus", async () => (await requests()).updateStatus(), callbacks.updateStatus),
];
