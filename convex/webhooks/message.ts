// What a webhook is sent. The body is the same each time, so that a receiver can compare it. Pure.
import type { Doc } from "../_generated/dataModel";
import { presentFeedEvent } from "../events/present";
import { omitNullish } from "../lib/omitNullish";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";

export const testType = "webhook.test";

export interface Message {
  /** The header `webhook-id`. */
  id: string;
  body: string;
}

export function messageOf(event: Doc<"events">): Message {
  const { id, type, at, subject, runId, data } = presentFeedEvent(event);
  const told = { ...data, eventId: id, subject, ...omitNullish({ runId }) };
  return { id, body: JSON.stringify({ type, timestamp: isoTime(at), data: told }) };
}

export function testMessageOf({ _id, _creationTime, webhookId }: Doc<"webhookDeliveries">): Message {
  const id = publicId("webhookDeliveries", _id);
  const data = { eventId: id, subject: { type: "webhook", id: publicId("webhooks", webhookId) } };
  return { id, body: JSON.stringify({ type: testType, timestamp: isoTime(_creationTime), data }) };
}
