import type { ReadCtx, WriteCtx } from "../callers/caller";
import { getOwn } from "../lib/getDocument";
import { withIds } from "../lib/publicIds";
import { readItemCounts } from "./counts";
import { removeItem } from "./model";

export async function count(ctx: ReadCtx): Promise<{ count: number }> {
  const { count } = await readItemCounts(ctx, ctx.project._id);
  return { count };
}

/** An item whose subject is in the trash may be dismissed, too: then it does not come back with its subject. */
export async function dismiss(ctx: WriteCtx, { id }: { id: string }) {
  const item = await getOwn(ctx, "inboxItems", id);
  await removeItem(ctx, item);
  return withIds("inboxItems", item._id, { dismissed: true });
}
