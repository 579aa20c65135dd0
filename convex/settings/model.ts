import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { requireCurrentKey } from "../sealing/currentKey";
import { outdateCopies } from "../sharedCopies/model";
import type { SettingsChanges } from "./preparation";

export type SecretSettings = Doc<"projectSettings">["secrets"];

/** Returns null for a project whose settings have never been set. */
export async function findSettings(ctx: QueryCtx, projectId: Id<"projects">): Promise<Doc<"projectSettings"> | null> {
  return await ctx.db
    .query("projectSettings")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .unique();
}

export async function changeSettings(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { plain, secrets }: SettingsChanges,
): Promise<void> {
  for (const secret of Object.values(secrets)) if (secret !== null) await requireCurrentKey(ctx, secret.ciphertext);
  await outdateCopies(ctx, projectId, "settings");
  const row = await findSettings(ctx, projectId);
  const id = row?._id ?? (await ctx.db.insert("projectSettings", { projectId, secrets: {} }));
  await ctx.db.patch("projectSettings", id, { ...clearingNulls(plain), secrets: merged(row?.secrets ?? {}, secrets) });
}

function merged(former: SecretSettings, changes: SettingsChanges["secrets"]): SecretSettings {
  const secrets = { ...former };
  for (const name of ["backendDeployKey", "backendDevKey", "testUserCredentials"] as const) {
    const change = changes[name];
    if (change === null) delete secrets[name];
    else if (change !== undefined) secrets[name] = change;
  }
  return secrets;
}

type WithoutNulls<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], null> | undefined };

/** Turns null into undefined, because the database removes a field that is set to undefined. */
function clearingNulls<Fields extends object>(fields: Fields): WithoutNulls<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [name, value ?? undefined]),
  ) as WithoutNulls<Fields>;
}
