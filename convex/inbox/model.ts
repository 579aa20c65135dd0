// The items of the inbox. Other domains raise an item in the transaction that causes it, and settle it in the one that
// ends its cause. Items are found by their kind and subject, never by scanning, so none occurs twice.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { truncate } from "../lib/textLength";
import { omitNullish } from "../lib/omitNullish";
import { publicId } from "../lib/publicIds";
import type { TableOf } from "../lib/publicIds";
import { countItem } from "./counts";
import { subjects } from "./kinds";
import type { InboxKind, SubjectName } from "./kinds";
import { rankOf } from "./rank";
import { rankItem } from "./ranking";

type Item = Doc<"inboxItems">;

interface News {
  projectId: Id<"projects">;
  title: string;
  reason: string;
  runId?: Id<"runs">;
  /** When it is too late. */
  dueMs?: number;
}

type SubjectId<Kind extends InboxKind> = Id<TableOf<(typeof subjects)[Kind]["name"]>>;

/** Reasons can be long reports of a runner. The subject itself shows them whole. */
const maxReasonLength = 500;

/** Call this only when something new has happened: it also shows an item again that somebody has dismissed. */
export async function addToInbox<Kind extends InboxKind>(
  ctx: MutationCtx,
  kind: Kind,
  id: SubjectId<Kind>,
  { projectId, title, reason, runId, dueMs }: News,
): Promise<void> {
  const subjectId = publicId<(typeof subjects)[Kind]["name"]>(subjects[kind].name, id);
  const text = { title, reason: truncate(reason, maxReasonLength) };
  const rank = rankOf({ kind, reason: text.reason, dueMs });
  const item = await findItem(ctx, kind, subjectId);
  if (item !== null) {
    await rankItem(ctx, item);
    return await ctx.db.patch("inboxItems", item._id, { ...text, rank });
  }
  await ctx.db.insert("inboxItems", {
    projectId,
    kind,
    subjectId,
    ...text,
    rank,
    ...omitNullish({ runId, dueMs }),
    isInTrash: false,
  });
  await countItem(ctx, { projectId, kind, rank }, 1);
}

/** The cause of the item is gone. Nothing happens when there is no such item. */
export async function removeFromInbox<Kind extends InboxKind>(
  ctx: MutationCtx,
  kind: Kind,
  id: SubjectId<Kind>,
): Promise<void> {
  const item = await findItem(ctx, kind, publicId<(typeof subjects)[Kind]["name"]>(subjects[kind].name, id));
  if (item !== null) await removeItem(ctx, item);
}

export async function removeItem(ctx: MutationCtx, item: Item): Promise<void> {
  await ctx.db.delete("inboxItems", item._id);
  if (!item.isInTrash) await countItem(ctx, item, -1);
}

/** Call these when the subject is put into the trash, restored from it, or deleted for good. */
export async function hideItemsOf<Name extends SubjectName>(ctx: MutationCtx, name: Name, id: Id<TableOf<Name>>) {
  for (const item of await itemsOf(ctx, publicId(name, id))) await setInTrash(ctx, item, true);
}

export async function showItemsOf<Name extends SubjectName>(ctx: MutationCtx, name: Name, id: Id<TableOf<Name>>) {
  for (const item of await itemsOf(ctx, publicId(name, id))) await setInTrash(ctx, item, false);
}

export async function removeItemsOf<Name extends SubjectName>(ctx: MutationCtx, name: Name, id: Id<TableOf<Name>>) {
  for (const item of await itemsOf(ctx, publicId(name, id))) await removeItem(ctx, item);
}

async function setInTrash(ctx: MutationCtx, item: Item, isInTrash: boolean): Promise<void> {
  if (item.isInTrash === isInTrash) return;
  await ctx.db.patch("inboxItems", item._id, { isInTrash });
  await countItem(ctx, item, isInTrash ? -1 : 1);
}

async function findItem(ctx: MutationCtx, kind: InboxKind, subjectId: string): Promise<Item | null> {
  return await ctx.db
    .query("inboxItems")
    .withIndex("by_subject", (q) => q.eq("subjectId", subjectId).eq("kind", kind))
    .unique();
}

/** A subject has at most one item of each kind. */
async function itemsOf(ctx: MutationCtx, subjectId: string): Promise<Item[]> {
  return await ctx.db
    .query("inboxItems")
    .withIndex("by_subject", (q) => q.eq("subjectId", subjectId))
    .take(Object.keys(subjects).length);
}
