// What must follow from the end of a run, outside its row and log. statusChange.ts does it. This file is pure.
import type { Doc } from "../_generated/dataModel";
import type { NotificationContent } from "../notifications/model";

type Run = Doc<"runs">;
type Ended = Pick<
  Run,
  | "_id"
  | "status"
  | "name"
  | "error"
  | "sprintChainId"
  | "workChainId"
  | "recurringTaskId"
  | "round"
  | "followUp"
  | "prUrl"
>;

/** `later` is a transaction of its own, because the run is one of many that end together. */
type When = "now" | "later";

export interface RunEnd {
  /** Some questions of the run have no answer yet, and nobody needs one any more. */
  dismissesQuestions: When | null;
  /** The jobs, steps and sandboxes of the run end. Those of a completed run end by themselves, once they have begun. */
  stopsChildren: When | null;
  /** A round has completed, so what it was given is handled. */
  handlesFeedback: boolean;
  /** A round has done what it could, and has pushed it: the checks of its pull request begin. */
  looksAgain: boolean;
  /** The run may continue by itself. */
  mayContinue: boolean;
  /** What the members learn. Null for a cancelled run, because somebody has asked for its end. */
  news: NotificationContent | null;
  /** The chain that moves on or ends, because the run was one of its runs. */
  sprintChainId: Run["sprintChainId"];
  workChainId: Run["workChainId"];
  /** The task that may be switched off when its runs fail. A round says nothing about the task. */
  recurringTaskId: Run["recurringTaskId"];
}

export function endOf(before: Pick<Run, "openQuestions">, after: Ended, when: When): RunEnd {
  const { status, sprintChainId, workChainId, recurringTaskId, round, followUp, prUrl } = after;
  return {
    dismissesQuestions: (before.openQuestions ?? 0) > 0 ? when : null,
    stopsChildren: status === "completed" ? null : when,
    handlesFeedback: status === "completed" && round !== undefined,
    looksAgain: round !== undefined && status !== "cancelled" && prUrl !== undefined,
    mayContinue: followUp !== undefined,
    news: notificationOf(after),
    sprintChainId,
    workChainId,
    recurringTaskId: round === undefined ? recurringTaskId : undefined,
  };
}

function notificationOf({ _id: runId, status, name, error: body = "" }: Ended): NotificationContent | null {
  if (status === "failed") return { type: "run_failed", title: `${name} has failed.`, runId, body };
  return status === "completed" ? { type: "run_completed", title: `${name} is complete.`, runId, body } : null;
}
