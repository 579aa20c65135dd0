import type { Doc } from "../_generated/dataModel";
import { publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import type { LearningReview } from "./schema";

export interface LearningView extends Ids {
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
  const { description, trigger = null, correctBehavior = null, severity = null, category = null } = learning;
  const { applicableRoles, status, sandboxId, runId } = learning;
  return withIds("learnings", learning._id, {
    description,
    trigger,
    correctBehavior,
    severity,
    category,
    applicableRoles,
    status,
    sandboxId: publicIdOrNull("sandboxes", sandboxId),
    runId: publicIdOrNull("runs", runId),
    createdAt: isoTime(learning._creationTime),
    updatedAt: isoTime(learning.updatedAtMs),
  });
}
