import { internal } from "../_generated/api";
import { tell } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.sessionQuestions;
const requests = () => import("./callbackRequests");

export const operations: Operation[] = [
  tell(
    "sessionQuestions.updateAssumptions",
    async () => (await requests()).updateAssumptions(),
    callbacks.updateAssumptions,
  ),
  tell(
    "sessionQuestions.updateAssumptionsByIssueSession",
    async () => (await requests()).updateByIssueSession(),
    callbacks.updateByIssueSession,
  ),
];
