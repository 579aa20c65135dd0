import type { Doc } from "../_generated/dataModel";
import { given } from "../lib/given";
import { shownId, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, shownTime } from "../lib/times";

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
    readAt: shownTime(readAtMs),
    ...given({
      runId: shownId("runs", runId),
      sprintChainId: shownId("sprintChains", sprintChainId),
      workChainId: shownId("workChains", workChainId),
    }),
  });
}
