import { internal } from "../_generated/api";
import { ask, tell } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks, reportCallbacks } = internal.sandboxes;
const requests = () => import("./callbackRequests");
const one = async () => (await requests()).one();

export const operations: Operation[] = [
  ask("sandbox.get", one, callbacks.get),
  tell("sandbox.create", async () => (await requests()).create(), callbacks.create),
  tell("sandbox.updateStatus", async () => (await requests()).updateStatus(), callbacks.updateStatus),
  tell("sandbox.setTriggerRunId", async () => (await requests()).setTriggerRunId(), callbacks.setTriggerRunId),
  tell(
    "sandbox.updateLearningStatus",
    async () => (await requests()).updateLearningStatus(),
    callbacks.updateLearningStatus,
  ),
  tell("sandbox.updatePr", async () => (await requests()).updatePr(), callbacks.updatePr),
  ask("sandbox.hasAssistantMessages", one, callbacks.hasAssistantMessages),
  tell("sandbox.reportFiles", async () => (await requests()).reportFiles(), reportCallbacks.files),
  tell("sandbox.reportDiff", async () => (await requests()).reportDiff(), reportCallbacks.diff),
  tell("sandbox.reportDevServer", async () => (await requests()).reportDevServer(), reportCallbacks.devServer),
];
