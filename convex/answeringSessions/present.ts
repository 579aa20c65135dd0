import type { Doc } from "../_generated/dataModel";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";

export interface AnsweringSessionView {
  id: string;
  _id: string;
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
  const id = publicId("answeringSessions", session._id);
  const { issueSessionId, projectId, status, questionCount, reviewedCount, sandboxId, completedAtMs } = session;
  return {
    id,
    _id: id,
    issueSessionId: publicId("issueSessions", issueSessionId),
    projectId: publicId("projects", projectId),
    status,
    questionCount,
    reviewedCount,
    sandboxId: sandboxId === undefined ? null : publicId("sandboxes", sandboxId),
    createdAt: isoTime(session._creationTime),
    completedAt: completedAtMs === undefined ? null : isoTime(completedAtMs),
  };
}
