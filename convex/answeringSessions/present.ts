import type { Doc } from "../_generated/dataModel";
import { publicId, publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";

export interface AnsweringSessionView extends Ids {
  issueSessionId: string;
  projectId: string;
  status: string;
  questionCount: number;
  reviewedCount: number;
  sandboxId: string | null;
  createdAt: string;
  completedAt: string | null;
}

export function presentAnsweringSession(session: Doc<"answeringSessions">): AnsweringSessionView {
  const { issueSessionId, projectId, status, questionCount, reviewedCount, sandboxId, completedAtMs } = session;
  return withIds("answeringSessions", session._id, {
    issueSessionId: publicId("issueSessions", issueSessionId),
    projectId: publicId("projects", projectId),
    status,
    questionCount,
    reviewedCount,
    sandboxId: publicIdOrNull("sandboxes", sandboxId),
    createdAt: isoTime(session._creationTime),
    completedAt: isoTimeOrNull(completedAtMs),
  });
}
