import { internal } from "../_generated/api";
import { ask, tell } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.runs;
const requests = () => import("./callbackRequests");
const deliveryRequests = () => import("../deliveries/callbackRequests");

export const operations: Operation[] = [
  ask("run.get", async () => (await requests()).get(), callbacks.get),
  tell("run.create", async () => (await requests()).create(), callbacks.create),
  tell("run.createChainRun", async () => (await requests()).createChainRun(), callbacks.createChainRun),
  tell("run.updateStatus", async () => (await requests()).updateStatus(), callbacks.updateStatus),
  tell("run.updatePr", async () => (await requests()).updatePr(), callbacks.updatePr),
  tell("run.updateProgress", async () => (await requests()).updateProgress(), callbacks.updateProgress),
  tell("run.setStopFlag", async () => (await requests()).setStopFlag(), callbacks.setStop),
  tell("run.updateCiChecks", async () => (await requests()).updateCiChecks(), callbacks.updateCiChecks),
  ask("run.getDelivery", async () => (await deliveryRequests()).ofRun(), internal.deliveries.callbacks.ofRun),
  ask("run.getPart", async () => (await deliveryRequests()).part(), internal.deliveries.callbacks.part),
];
