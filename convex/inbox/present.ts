import type { Doc } from "../_generated/dataModel";
import { omitNullish } from "../lib/omitNullish";
import { publicId, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";
import { subjects } from "./kinds";
import type { InboxKind } from "./kinds";
import { groupOf } from "./rank";

export interface InboxItemView extends Ids {
  kind: InboxKind;
  since: string;
  title: string;
  reason: string;
  subject: { type: string; id: string };
  runId?: string;
  projectId: string;
}

export function presentItem(item: Doc<"inboxItems">): InboxItemView {
  const { kind, title, reason, subjectId, runId, projectId } = item;
  return withIds("inboxItems", item._id, {
    kind,
    since: isoTime(item._creationTime),
    title,
    reason,
    subject: { type: subjects[kind].type, id: subjectId },
    ...omitNullish({ runId: runId && publicId("runs", runId) }),
    projectId: publicId("projects", projectId),
  });
}

/** An item in the inbox of the dashboard. */
export interface InboxItemWithGroup extends InboxItemView {
  /** When the question expires. */
  dueAt: string | null;
  /** Failures of the same group have the same reason. Null for what has not failed. */
  group: string | null;
}

export function presentWithGroup(item: Doc<"inboxItems">): InboxItemWithGroup {
  return Object.assign(presentItem(item), { dueAt: isoTimeOrNull(item.dueMs), group: groupOf(item) });
}
