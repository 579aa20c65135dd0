import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { Role } from "../callers/membership";
import { presentActor } from "../callers/caller";
import { presentKey } from "./present";
import type { KeyView } from "./present";
import { scopesWithin } from "../callers/scopes";
import { roleOfHolder } from "../callers/credentialValidity";
import { lastUseOf } from "../callers/keyUses";

/** Reads the use of a key and the person for whom it was made, and presents them with the key. */
export async function readKeyView(ctx: QueryCtx, key: Doc<"apiKeys">): Promise<KeyView> {
  return presentKey(key, {
    lastUse: await lastUseOf(ctx, key._id),
    createdBy: await presentActor(ctx, key.userId),
    limitedTo: limitOf(key, await roleOfHolder(ctx, key)),
  });
}

function limitOf({ scopes }: Doc<"apiKeys">, role: Role | null): Role | null {
  if (role === null) return null;
  const left = new Set(scopesWithin(role, scopes));
  return scopes.every((scope) => left.has(scope)) ? null : role;
}
