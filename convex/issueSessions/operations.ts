import { internal } from "../_generated/api";
import { ask, tell } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.issueSessions;
const requests = () => import("./callbackRequests");

export const operations: Operation[] = [
  ask("issueSession.get", async () => (await requests()).get(), callbacks.get),
  tell("issueSession.createSandbox", async () => (await requests()).createSandbox(), callbacks.createSandbox),
  tell("issueSession.updateStatus", async () => (await requests()).updateStatus(), callbacks.updateStatus),
  tell(
    "issueSession.createIssuesFromJson",
    async () => (await requests()).createIssuesFromJson(),
    callbacks.createIssuesFromJson,
  ),
  tell(
    "issueSession.createSessionQuestionsFromJson",
    async () => (await import("../sessionQuestions/callbackRequests")).create(),
    internal.sessionQuestions.callbacks.create,
  ),
  tell("issueSession.updateIteration", async () => (await requests()).updateIteration(), callbacks.updateIteration),
  tell("issueSession.updateProgress", async () => (await requests()).updateProgress(), callbacks.updateProgress),
  tell("issueSessionStep.create", async () => (await requests()).createStep(), callbacks.createStep),
  tell("issueSessionStep.updateStatus", async () => (await requests()).updateStepStatus(), callbacks.updateStepStatus),
];
