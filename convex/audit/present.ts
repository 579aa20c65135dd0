import type { Doc } from "../_generated/dataModel";
import type { Actor } from "../callers/actor";
import type { FieldChanges } from "../callers/auditEntry";
import type { AuditSubject } from "../callers/audited";
import { withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime } from "../lib/times";

export interface AuditEntryView extends Ids {
  at: string;
  actor: Actor;
  /** Such as `api-keys.revoke`. */
  action: string;
  subject: AuditSubject | null;
  requestId: string | null;
  /** The fields that changed. Secrets are `[secret]`, and long texts are cut. */
  changes: FieldChanges;
  outcome: "success" | "refused";
}

export function presentEntry(entry: Doc<"auditEntries">): AuditEntryView {
  const { _id, _creationTime, actor, action, subjectType, subjectId, requestId, changes, outcome } = entry;
  const subject = subjectType === undefined || subjectId === undefined ? null : { type: subjectType, id: subjectId };
  return withIds("auditEntries", _id, {
    at: isoTime(_creationTime),
    actor,
    action,
    subject,
    requestId,
    // Only callers/audited.ts writes entries, and it writes the text of such an object.
    changes: JSON.parse(changes) as FieldChanges,
    outcome,
  });
}
