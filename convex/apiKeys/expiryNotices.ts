// Tells the person for whom a key was made a week and a day before it expires, once each. A key that lives shorter than
// such a time, or ends because another one took its place, needs no such notice.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { effectiveRole } from "../callers/credentialValidity";
import { dayMs, isoTime } from "../lib/times";
import { notifyMember } from "../notifications/model";

type Notice = Exclude<Doc<"apiKeys">["expiryNotice"], undefined>;

const keysPerBatch = 100;

const lengths: Record<Notice, { aheadMs: number; words: string }> = {
  week: { aheadMs: 7 * dayMs, words: "within a week" },
  day: { aheadMs: dayMs, words: "within a day" },
};

/** The notice that each key needs next, by the one that it has. The shorter time first: a key gets one of them. */
const steps: readonly { given: Notice | undefined; next: Notice }[] = [
  { given: undefined, next: "day" },
  { given: "week", next: "day" },
  { given: undefined, next: "week" },
];

/** The notices that a new key does not need. */
export function noticeNotNeeded(expiresAtMs: number): Notice | undefined {
  const lifeMs = expiresAtMs - Date.now();
  if (lifeMs <= lengths.day.aheadMs) return "day";
  return lifeMs <= lengths.week.aheadMs ? "week" : undefined;
}

/** Gives one batch of notices. Returns whether there may be more. */
export async function giveExpiryNotices(ctx: MutationCtx): Promise<boolean> {
  const nowMs = Date.now();
  for (const { given, next } of steps) {
    const keys = await ctx.db
      .query("apiKeys")
      .withIndex("by_notice_and_expiry", (q) =>
        q
          .eq("expiryNotice", given)
          .gt("expiresAtMs", nowMs)
          .lte("expiresAtMs", nowMs + lengths[next].aheadMs),
      )
      .take(keysPerBatch);
    for (const key of keys) await giveNotice(ctx, key, next);
    if (keys.length === keysPerBatch) return true;
  }
  return false;
}

/** A key that has ended in another way is only marked, so that it is not looked at again. */
async function giveNotice(ctx: MutationCtx, key: Doc<"apiKeys">, notice: Notice): Promise<void> {
  await ctx.db.patch("apiKeys", key._id, { expiryNotice: notice });
  const project = await ctx.db.get("projects", key.projectId);
  if (project === null || project.deletingAtMs !== undefined || key.expiresAtMs === undefined) return;
  if ((await effectiveRole(ctx, key)) === null) return;
  await notifyMember(ctx, key, {
    type: "api_key_expiring",
    title: `The API key ${key.name} expires ${lengths[notice].words}`,
    body: `${key.prefix}... is refused from ${isoTime(key.expiresAtMs)} on. Rotating a key keeps its time of expiry; make a new one.`,
  });
}
