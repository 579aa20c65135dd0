import { internal } from "../_generated/api";
import { ask, tell } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.answeringSessions;
const requests = () => import("./callbackRequests");

export const operations: Operation[] = [
  ask("answeringSession.get", async () => (await requests()).get(), callbacks.get),
  tell("answeringSession.createSandbox", async () => (await requests()).createSandbox(), callbacks.createSandbox),
  tell("answeringSession.updateStatus", async () => (await requests()).updateStatus(), callbacks.updateStatus),
];
