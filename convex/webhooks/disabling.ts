// The service disables a webhook whose receiver is gone, and says so: in the feed, in the inbox, in a notification to
// each member and in the audit log.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { systemActor } from "../callers/actor";
import { writeEntry } from "../callers/audited";
import { appendToFeed } from "../events/append";
import { addToInbox, removeFromInbox } from "../inbox/model";
import { publicId } from "../lib/publicIds";
import { notifyMembers } from "../notifications/model";
import { followWhileNeeded } from "./feed";
import type { DisabledReason } from "./reasons";
import { stateOf } from "./states";

const sentences: Record<DisabledReason, string> = {
  gone: "Its receiver answered 410, which means that it is gone.",
  failing: "No message has arrived there for five days.",
};

export async function disableWebhook(
  ctx: MutationCtx,
  webhook: Doc<"webhooks">,
  disabledReason: DisabledReason,
): Promise<void> {
  const { _id: id, projectId, url } = webhook;
  await ctx.db.patch("webhooks", id, { isEnabled: false, disabledReason, updatedAtMs: Date.now() });
  const state = await stateOf(ctx, id);
  if (state !== null) await ctx.db.patch("webhookStates", state._id, { wakeAtMs: undefined });
  const host = new URL(url).host;
  await appendToFeed(ctx, {
    projectId,
    type: "webhook.disabled",
    subject: { type: "webhook", id },
    data: { host, reason: disabledReason },
  });
  // After the event, which is news for other webhooks.
  await followWhileNeeded(ctx, projectId);
  const title = `The webhook to ${host} was disabled.`;
  const reason = `${sentences[disabledReason]} What happens meanwhile is not sent there; it can be replayed.`;
  await addToInbox(ctx, "webhook_disabled", id, { projectId, title, reason });
  await notifyMembers(ctx, projectId, { type: "webhook_disabled", title, body: reason });
  await writeEntry(ctx, projectId, {
    actor: systemActor,
    action: "webhooks.disable",
    subject: { type: "webhook", id: publicId("webhooks", id) },
    requestId: null,
    changes: { isEnabled: { from: true, to: false }, disabledReason: { from: null, to: disabledReason } },
    outcome: "success",
  });
}

/** Its cause is gone: somebody has enabled the webhook again, or deleted it. */
export async function clearDisabledNotice(ctx: MutationCtx, id: Doc<"webhooks">["_id"]): Promise<void> {
  await removeFromInbox(ctx, "webhook_disabled", id);
}
