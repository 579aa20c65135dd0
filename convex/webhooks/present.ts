import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicId, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";
import type { DeliveryStatus, DisabledReason } from "./reasons";
import { endingSecrets } from "./secrets";
import { stateOf } from "./states";

export interface WebhookView extends Ids {
  url: string;
  events: string[];
  description: string | null;
  isEnabled: boolean;
  /** Why the service has disabled it: `gone` after an answer 410, `failing` after five days without a success. */
  disabledReason: DisabledReason | null;
  createdAt: string;
  /** The last delivery that succeeded. */
  lastDeliveryAt: string | null;
  /** The first failure since the last success. */
  failingSince: string | null;
  /** Until when messages are also signed with secrets before the present one. */
  formerSecretUntil: string | null;
}

export async function presentWebhook(ctx: QueryCtx, webhook: Doc<"webhooks">): Promise<WebhookView> {
  return viewOf(webhook, await stateOf(ctx, webhook._id));
}

export function viewOf(webhook: Doc<"webhooks">, state: Doc<"webhookStates"> | null): WebhookView {
  const { url, events, description = null, isEnabled, disabledReason = null } = webhook;
  const ending = endingSecrets(webhook);
  return withIds("webhooks", webhook._id, {
    url,
    events,
    description,
    isEnabled,
    disabledReason,
    createdAt: isoTime(webhook._creationTime),
    lastDeliveryAt: isoTimeOrNull(state?.lastDeliveryAtMs),
    failingSince: isoTimeOrNull(state?.failingSinceMs),
    formerSecretUntil: ending.length === 0 ? null : isoTime(Math.max(...ending.map(({ untilMs }) => untilMs))),
  });
}

export interface DeliveryView extends Ids {
  webhookId: string;
  /** The id of the message, which is that of the event. A test has that of its delivery. */
  eventId: string;
  eventType: string;
  status: DeliveryStatus;
  createdAt: string;
  /** Null when it is not tried any more. A webhook that is disabled waits until it is enabled. */
  nextAttemptAt: string | null;
  attempts: { at: string; statusCode: number | null; durationMs: number; error: string | null }[];
}

export function presentDelivery(delivery: Doc<"webhookDeliveries">): DeliveryView {
  const { webhookId, eventType, status, dueAtMs, takenAtMs, attempts } = delivery;
  return withIds("webhookDeliveries", delivery._id, {
    webhookId: publicId("webhooks", webhookId),
    eventId: messageIdOf(delivery),
    eventType,
    status,
    createdAt: isoTime(delivery._creationTime),
    nextAttemptAt: status === "pending" ? isoTime(takenAtMs ?? dueAtMs) : null,
    attempts: attempts.map(({ atMs, statusCode, durationMs, error }) => {
      return { at: isoTime(atMs), statusCode, durationMs, error };
    }),
  });
}

/** The header `webhook-id`, by which a receiver knows a message that it has had. */
export function messageIdOf({ _id, eventId }: Doc<"webhookDeliveries">): string {
  return eventId === undefined ? publicId("webhookDeliveries", _id) : publicId("events", eventId);
}
