import type { Doc } from "../_generated/dataModel";
import { omitNullish } from "../lib/omitNullish";
import { publicId, publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";

export interface NotificationView extends Ids {
  type: string;
  title: string;
  body: string;
  isRead: boolean;
  createdAt: string;
  readAt: string | null;
  runId?: string;
  sprintChainId?: string;
  workChainId?: string;
}

export function presentNotification(notification: Doc<"notifications">, readAtMs: number | null): NotificationView {
  const { type, title, body, runId, sprintChainId, workChainId } = notification;
  return withIds("notifications", notification._id, {
    type,
    title,
    body,
    isRead: readAtMs !== null,
    createdAt: isoTime(notification._creationTime),
    readAt: isoTimeOrNull(readAtMs),
    ...omitNullish({
      runId: publicIdOrNull("runs", runId),
      sprintChainId: publicIdOrNull("sprintChains", sprintChainId),
      workChainId: publicIdOrNull("workChains", workChainId),
    }),
  });
}

/** A run that has ended, as the inbox shows it to a person who has not looked at it. */
export interface EndedRunView extends Ids {
  projectId: string;
  runNumber: number;
  name: string;
  status: string;
  endedAt: string | null;
}

export function presentEndedRun({ _id, projectId, ...run }: Doc<"runs">): EndedRunView {
  const { runNumber, name, status, completedAtMs } = run;
  const endedAt = isoTimeOrNull(completedAtMs);
  return withIds("runs", _id, { projectId: publicId("projects", projectId), runNumber, name, status, endedAt });
}
