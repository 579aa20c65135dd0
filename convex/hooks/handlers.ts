import type { Doc } from "../_generated/dataModel";
import type { WriteCtx } from "../callers/caller";
import { listOf, ofProject } from "../callers/lists";
import { apiError } from "../lib/errors";
import { getOrThrow, getOwn } from "../lib/getDocument";
import { publicId, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import { requireCurrentKey } from "../sealing/currentKey";
import { hooksOf, maxHooks } from "./model";
import type { PreparedHook } from "./preparation";
import type { HookKind } from "./schema";

export interface HookView extends Ids {
  kind: HookKind;
  /** Where the code host sends its messages. */
  url: string;
  createdAt: string;
}

export const list = listOf({
  name: "project/hooks",
  bounds: "small",
  filters: {},
  find: ofProject("inboundHooks"),
  present: (hook: Doc<"inboundHooks">) => presentHook(hook),
});

function presentHook({ _id, _creationTime, kind }: Doc<"inboundHooks">): HookView {
  const url = `${process.env["CONVEX_SITE_URL"] ?? ""}/hooks/${publicId("inboundHooks", _id)}`;
  return withIds("inboundHooks", _id, { kind, url, createdAt: isoTime(_creationTime) });
}

/** Throws CONFLICT when the project has as many hooks as it may. */
export async function create(ctx: WriteCtx, { kind, secret }: PreparedHook): Promise<HookView> {
  const { _id: projectId } = ctx.project;
  if ((await hooksOf(ctx, projectId)).length === maxHooks)
    throw apiError("CONFLICT", `A project can have at most ${maxHooks} hooks. Delete one first.`);
  await requireCurrentKey(ctx, secret.ciphertext);
  const id = await ctx.db.insert("inboundHooks", { projectId, kind, secret });
  return presentHook(await getOrThrow(ctx, "inboundHooks", id));
}

/** What is remembered of its messages goes with those of other hooks, or with the project. */
export async function remove(ctx: WriteCtx, { id }: { id: string }) {
  const { _id } = await getOwn(ctx, "inboundHooks", id);
  await ctx.db.delete("inboundHooks", _id);
  return withIds("inboundHooks", _id, { deleted: true });
}
