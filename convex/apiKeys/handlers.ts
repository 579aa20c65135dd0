import type { Doc, Id } from "../_generated/dataModel";
import type { WriteCtx } from "../callers/caller";
import { requireOneOf } from "../callers/keyBounds";
import { getOrThrow, getOwn } from "../lib/getDocument";
import { omitNullish } from "../lib/omitNullish";
import { listOf, ofProject } from "../callers/lists";
import { endAfterGrace, revokeKey } from "./revocation";
import { createKey } from "./model";
import type { NewKey } from "./model";
import type { KeyView } from "./present";
import type { PreparedKey, PreparedRotation, Revocation } from "./requests";
import { readKeyView } from "./readKeyView";

export const list = listOf({
  name: "project/api-keys",
  bounds: "small",
  filters: {},
  find: ofProject("apiKeys"),
  present: (key: Doc<"apiKeys">, ctx) => readKeyView(ctx, key),
});

/** Stores a key whose scopes the caller has checked. `makerId` is the key that made the request, if one did. */
export async function generate(
  ctx: WriteCtx,
  { name, preset, hash, prefix, expiresAtMs, workflowIds: asked }: PreparedKey,
  scopes: string[],
  makerId?: Id<"apiKeys">,
): Promise<KeyView> {
  const workflowIds = await grantedWorkflows(ctx, asked);
  const optional = omitNullish({ preset, workflowIds, expiresAtMs, madeByKeyId: makerId });
  return await store(ctx, { name, scopes, hash, prefix, ...optional });
}

/** Stores a key that takes the place of `old`. The caller has checked that it may have what that key holds. */
export async function replace(
  ctx: WriteCtx,
  old: Doc<"apiKeys">,
  { hash, prefix, graceSeconds }: PreparedRotation,
  makerId?: Id<"apiKeys">,
): Promise<KeyView> {
  const { name, scopes, preset, workflowIds, expiresAtMs } = old;
  const optional = omitNullish({ preset, workflowIds, expiresAtMs, madeByKeyId: makerId });
  const id = await createOwn(ctx, { name, scopes, hash, prefix, ...optional });
  await endAfterGrace(ctx, old, id, (graceSeconds ?? 0) * 1000);
  return await readKeyView(ctx, await getOrThrow(ctx, "apiKeys", id));
}

type KeyOfCaller = Omit<NewKey, "projectId" | "userId">;

async function createOwn(ctx: WriteCtx, key: KeyOfCaller): Promise<Id<"apiKeys">> {
  return await createKey(ctx, { projectId: ctx.project._id, userId: ctx.userId, ...key });
}

async function store(ctx: WriteCtx, key: KeyOfCaller): Promise<KeyView> {
  return await readKeyView(ctx, await getOrThrow(ctx, "apiKeys", await createOwn(ctx, key)));
}

/** The workflows that a new key is bound to. A caller that is bound itself can give only what it has. */
async function grantedWorkflows(ctx: WriteCtx, asked: string[] | undefined): Promise<Id<"workflows">[] | undefined> {
  if (asked === undefined) return ctx.workflowIds === undefined ? undefined : [...ctx.workflowIds];
  const ids: Id<"workflows">[] = [];
  for (const text of asked) {
    const { _id } = await getOwn(ctx, "workflows", text);
    if (ctx.workflowIds !== undefined) requireOneOf(ctx.workflowIds, _id);
    ids.push(_id);
  }
  return ids;
}

/** Revokes a key, perhaps the calling one. `endedKeys` is the number of other keys that ended with it at once. */
export async function revoke(ctx: WriteCtx, { keyId }: Revocation): Promise<KeyView & { endedKeys: number }> {
  const key = await getOwn(ctx, "apiKeys", keyId);
  const { revokedAtMs, endedKeys } = await revokeKey(ctx, key);
  return { ...(await readKeyView(ctx, { ...key, revokedAtMs })), endedKeys };
}
