import { internal } from "../_generated/api";
import { ask, tell } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.sprintChains;
const requests = () => import("./callbackRequests");

export const operations: Operation[] = [
  ask("sprintChain.get", async () => (await requests()).get(), callbacks.get),
  tell("sprintChain.updateStatus", async () => (await requests()).updateStatus(), callbacks.updateStatus),
  tell("sprintChain.updatePr", async () => (await requests()).updatePr(), callbacks.updatePr),
];
