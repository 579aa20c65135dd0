import type { Doc } from "../_generated/dataModel";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";

export interface NotificationView {
  id: string;
  _id: string;
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
  const id = publicId("notifications", notification._id);
  const { type, title, body, runId, sprintChainId, workChainId } = notification;
  return {
    id,
    _id: id,
    type,
    title,
    body,
    isRead: readAtMs !== null,
    createdAt: isoTime(notification._creationTime),
    readAt: readAtMs === null ? null : isoTime(readAtMs),
    ...(runId === undefined ? {} : { runId: publicId("runs", runId) }),
    ...(sprintChainId === undefined ? {} : { sprintChainId: publicId("sprintChains", sprintChainId) }),
    ...(workChainId === undefined ? {} : { workChainId: publicId("workChains", workChainId) }),
  };
}
