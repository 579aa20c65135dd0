import type { Doc } from "../_generated/dataModel";
import { omitNullish } from "../lib/omitNullish";
import { publicId, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import { subjects } from "./kinds";
import type { InboxKind } from "./kinds";

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
