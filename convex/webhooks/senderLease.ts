// Gives the sender what is due. One sender is at work in a deployment; it holds a row for some seconds at a time, and
// sends many messages at once. So receivers that answer slowly take up one action of the platform, not all of them.
//
// What is given out is due again a little after the sender must have given up. So nothing is lost with a sender, and a
// message may be sent twice, with the same id.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { messageOf, testMessageOf } from "./message";
import type { Message } from "./message";
import { endingSecrets } from "./secrets";
import type { SealedSecret } from "./secrets";
import { nextDueMs } from "./states";

/** How long a receiver may take. */
export const timeoutMs = 15_000;
const takenForMs = 2 * timeoutMs;
/** The sender asks at least once a second, so it counts as lost when it is silent for this long. */
const heldForMs = 6000;

const maxTogether = 64;
/** Receivers that fail leave room for those that do not. */
const maxFailingTogether = 32;
const maxForOne = 4;
/** The webhooks that one transaction looks at. */
const webhooksPerClaim = 16;
/** For a webhook that is due and has no room: it makes way for others. */
const stepBackMs = 1000;
/** A deleted project may be restored. */
const pausedProjectMs = 3_600_000;

/** What the sender has under way for a webhook. */
export interface Busy {
  webhookId: Id<"webhooks">;
  count: number;
  isFailing: boolean;
}

export interface TakenDelivery {
  deliveryId: Id<"webhookDeliveries">;
  takenAtMs: number;
  webhookId: Id<"webhooks">;
  projectId: Id<"projects">;
  isFailing: boolean;
  url: string;
  /** The secrets that sign it, the present one first. */
  secrets: SealedSecret[];
  message: Message;
}

/** Null: another sender is at work, or nothing is due and nothing under way. Then this sender ends. */
export async function takeDue(
  ctx: MutationCtx,
  holder: string,
  busy: readonly Busy[],
): Promise<TakenDelivery[] | null> {
  const nowMs = Date.now();
  const sender = await holdSender(ctx, holder, nowMs);
  if (sender === null) return null;
  const room = roomBeside(busy);
  const taken: TakenDelivery[] = [];
  const due = await ctx.db
    .query("webhookStates")
    .withIndex("by_wake", (q) => q.gt("wakeAtMs", 0).lte("wakeAtMs", nowMs))
    .take(webhooksPerClaim);
  for (const state of due) taken.push(...(await takeOf(ctx, state, room, nowMs)));
  if (due.length > 0 || busy.length > 0) return taken;
  await release(ctx, sender, nowMs);
  return null;
}

/** The sender ends its turn, and another begins at once if something is due. */
export async function releaseLease(ctx: MutationCtx, holder: string): Promise<void> {
  const nowMs = Date.now();
  const sender = await holdSender(ctx, holder, nowMs);
  if (sender !== null) await release(ctx, sender, nowMs);
}

async function holdSender(ctx: MutationCtx, holder: string, nowMs: number): Promise<Doc<"webhookSenders"> | null> {
  const sender = await ctx.db.query("webhookSenders").first();
  const heldUntilMs = nowMs + heldForMs;
  if (sender === null) {
    const id = await ctx.db.insert("webhookSenders", { holder, heldUntilMs, nextRunAtMs: 0 });
    return await ctx.db.get("webhookSenders", id);
  }
  if (sender.holder !== holder && sender.heldUntilMs > nowMs) return null;
  // Each write could conflict with another sender that begins, so the time is not set again each time.
  if (sender.holder !== holder || sender.heldUntilMs < nowMs + heldForMs / 2)
    await ctx.db.patch("webhookSenders", sender._id, { holder, heldUntilMs });
  return sender;
}

/** Schedules the next sender for when the next delivery is due. */
async function release(ctx: MutationCtx, sender: Doc<"webhookSenders">, nowMs: number): Promise<void> {
  const nextMs = await nextWakeMs(ctx);
  const nextRunAtMs = Math.max(nowMs, nextMs ?? 0);
  const isScheduled = nextMs === null || (sender.nextRunAtMs > nowMs && sender.nextRunAtMs <= nextRunAtMs);
  if (!isScheduled) await ctx.scheduler.runAt(nextRunAtMs, internal.webhooks.sending.send, {});
  await ctx.db.patch("webhookSenders", sender._id, {
    heldUntilMs: 0,
    nextRunAtMs: isScheduled ? sender.nextRunAtMs : nextRunAtMs,
  });
}

/** When the next webhook has something to send, which may be past. Null when none has. */
export async function nextWakeMs(ctx: QueryCtx): Promise<number | null> {
  const next = await ctx.db
    .query("webhookStates")
    .withIndex("by_wake", (q) => q.gt("wakeAtMs", 0))
    .first();
  return next?.wakeAtMs ?? null;
}

interface Room {
  all: number;
  failing: number;
  of: (webhookId: Id<"webhooks">) => number;
}

function roomBeside(busy: readonly Busy[]): Room {
  const counts = new Map(busy.map(({ webhookId, count }) => [webhookId, count]));
  const sum = (rows: readonly Busy[]) => rows.reduce((total, { count }) => total + count, 0);
  return {
    all: maxTogether - sum(busy),
    failing: maxFailingTogether - sum(busy.filter(({ isFailing }) => isFailing)),
    of: (webhookId) => counts.get(webhookId) ?? 0,
  };
}

/** A receiver that fails gets one message at a time, until one arrives. */
async function takeOf(
  ctx: MutationCtx,
  state: Doc<"webhookStates">,
  room: Room,
  nowMs: number,
): Promise<TakenDelivery[]> {
  const { webhookId, projectId } = state;
  const isFailing = state.failingSinceMs !== undefined;
  const webhook = await ctx.db.get("webhooks", webhookId);
  const project = await ctx.db.get("projects", projectId);
  if (webhook === null || project === null || !webhook.isEnabled) {
    await ctx.db.patch("webhookStates", state._id, { wakeAtMs: undefined });
    return [];
  }
  if (project.deletingAtMs !== undefined) {
    await ctx.db.patch("webhookStates", state._id, { wakeAtMs: nowMs + pausedProjectMs });
    return [];
  }
  const own = (isFailing ? 1 : maxForOne) - room.of(webhookId);
  const count = Math.max(0, Math.min(own, room.all, isFailing ? room.failing : room.all));
  const rows = count === 0 ? [] : await dueOf(ctx, webhookId, nowMs, count);
  const taken: TakenDelivery[] = [];
  for (const row of rows) {
    const message = await messageFor(ctx, row);
    if (message === null) await giveUp(ctx, row, nowMs);
    else {
      await ctx.db.patch("webhookDeliveries", row._id, { takenAtMs: nowMs, dueAtMs: nowMs + takenForMs });
      taken.push({
        deliveryId: row._id,
        takenAtMs: nowMs,
        webhookId,
        projectId,
        isFailing,
        url: webhook.url,
        secrets: secretsOf(webhook, nowMs),
        message,
      });
    }
  }
  room.all -= taken.length;
  if (isFailing) room.failing -= taken.length;
  const nextMs = await nextDueMs(ctx, webhookId);
  const wakeAtMs = nextMs === undefined ? undefined : Math.max(nextMs, nowMs + stepBackMs);
  await ctx.db.patch("webhookStates", state._id, { wakeAtMs });
  return taken;
}

async function dueOf(ctx: MutationCtx, webhookId: Id<"webhooks">, nowMs: number, count: number) {
  return await ctx.db
    .query("webhookDeliveries")
    .withIndex("by_due", (q) => q.eq("webhookId", webhookId).eq("status", "pending").lte("dueAtMs", nowMs))
    .take(count);
}

/** Null when the event is not kept any more. */
async function messageFor(ctx: MutationCtx, delivery: Doc<"webhookDeliveries">): Promise<Message | null> {
  if (delivery.eventId === undefined) return testMessageOf(delivery);
  const event = await ctx.db.get("events", delivery.eventId);
  return event === null ? null : messageOf(event);
}

async function giveUp(ctx: MutationCtx, { _id, attempts }: Doc<"webhookDeliveries">, nowMs: number): Promise<void> {
  const error = "The event is not kept any more, so it was not sent.";
  await ctx.db.patch("webhookDeliveries", _id, {
    status: "failed",
    attempts: withAttempt(attempts, { atMs: nowMs, durationMs: 0, statusCode: null, error }),
  });
}

function secretsOf(webhook: Doc<"webhooks">, nowMs: number): SealedSecret[] {
  const ending = endingSecrets(webhook).filter(({ untilMs }) => untilMs > nowMs);
  return [webhook.secrets.current, ...ending.map(({ name, ciphertext }) => ({ name, ciphertext }))];
}

type Attempts = Doc<"webhookDeliveries">["attempts"];

/** Eight attempts are made by themselves; more only when people ask for them. */
const maxAttempts = 20;

export function withAttempt(attempts: Attempts, attempt: Attempts[number]): Attempts {
  return [...attempts, attempt].slice(-maxAttempts);
}
