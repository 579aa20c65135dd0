import type { Doc } from "../_generated/dataModel";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import type { LearningReview } from "./schema";

export interface LearningView {
  id: string;
  _id: string;
  description: string;
  trigger: string | null;
  correctBehavior: string | null;
  severity: string | null;
  category: string | null;
  applicableRoles: string[];
  status: LearningReview;
  sandboxId: string | null;
  runId: string | null;
  createdAt: string;
  updatedAt: string;
}

export function presentLearning(learning: Doc<"learnings">): LearningView {
  const id = publicId("learnings", learning._id);
  const { description, trigger = null, correctBehavior = null, severity = null, category = null } = learning;
  const { applicableRoles, status, sandboxId, runId } = learning;
  return {
    id,
    _id: id,
    description,
    trigger,
    correctBehavior,
    severity,
    category,
    applicableRoles,
    status,
    sandboxId: sandboxId === undefined ? null : publicId("sandboxes", sandboxId),
    runId: runId === undefined ? null : publicId("runs", runId),
    createdAt: isoTime(learning._creationTime),
    updatedAt: isoTime(learning.updatedAtMs),
  };
}
