// Reads and replaces all sealed (encrypted) texts for the administrator who changes the encryption key.
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import {
  hookAssociatedData,
  providerKeyAssociatedData,
  secretSettingAssociatedData,
  webhookAssociatedData,
} from "./associatedData";
import { setCurrentKey } from "./currentKey";
import { omitNullish } from "../lib/omitNullish";

const rowsPerPage = 100;

const secretNames = ["backendDeployKey", "backendDevKey", "testUserCredentials"] as const;

/** The row, and for settings also the field, that holds a sealed text. */
const origin = v.union(
  v.object({ table: v.literal("providerKeys"), id: v.id("providerKeys") }),
  v.object({
    table: v.literal("projectSettings"),
    id: v.id("projectSettings"),
    name: v.union(v.literal("backendDeployKey"), v.literal("backendDevKey"), v.literal("testUserCredentials")),
  }),
  v.object({ table: v.literal("inboundHooks"), id: v.id("inboundHooks") }),
  v.object({
    table: v.literal("webhooks"),
    id: v.id("webhooks"),
    // The name of the secret.
    name: v.string(),
  }),
);
type Origin = Infer<typeof origin>;

export interface SealedText {
  origin: Origin;
  ciphertext: string;
  /** The associated data with which the text was encrypted. */
  associatedData: string;
}

const sealedTable = v.union(
  v.literal("providerKeys"),
  v.literal("projectSettings"),
  v.literal("webhooks"),
  v.literal("inboundHooks"),
);
export type SealedTable = Infer<typeof sealedTable>;
export const sealedTables: readonly SealedTable[] = ["providerKeys", "projectSettings", "webhooks", "inboundHooks"];

interface SealedPage {
  texts: SealedText[];
  /** The cursor of the next page. Null after the last page. */
  next: string | null;
}

export const page = internalQuery({
  args: { table: sealedTable, cursor: v.union(v.string(), v.null()) },
  handler: async (ctx, { table, cursor }): Promise<SealedPage> => {
    const options = { cursor, numItems: rowsPerPage };
    switch (table) {
      case "providerKeys":
        return await providerKeys(ctx, options);
      case "projectSettings":
        return await secretSettings(ctx, options);
      case "webhooks":
        return await webhookSecrets(ctx, options);
      case "inboundHooks":
        return await hookSecrets(ctx, options);
    }
  },
});

type PageOptions = { cursor: string | null; numItems: number };

async function providerKeys(ctx: QueryCtx, options: PageOptions): Promise<SealedPage> {
  const rows = await ctx.db.query("providerKeys").paginate(options);
  const texts = rows.page.map(({ _id: id, projectId, provider, ciphertext }): SealedText => {
    return {
      origin: { table: "providerKeys", id },
      ciphertext,
      associatedData: providerKeyAssociatedData(projectId, provider),
    };
  });
  return { texts, next: rows.isDone ? null : rows.continueCursor };
}

async function secretSettings(ctx: QueryCtx, options: PageOptions): Promise<SealedPage> {
  const rows = await ctx.db.query("projectSettings").paginate(options);
  const texts = rows.page.flatMap(({ _id: id, projectId, secrets }) =>
    secretNames.flatMap((name): SealedText[] => {
      const ciphertext = secrets[name]?.ciphertext;
      const associatedData = secretSettingAssociatedData(projectId, name);
      return ciphertext === undefined
        ? []
        : [{ origin: { table: "projectSettings", id, name }, ciphertext, associatedData }];
    }),
  );
  return { texts, next: rows.isDone ? null : rows.continueCursor };
}

async function webhookSecrets(ctx: QueryCtx, options: PageOptions): Promise<SealedPage> {
  const rows = await ctx.db.query("webhooks").paginate(options);
  const texts = rows.page.flatMap(({ _id: id, projectId, secrets }) =>
    [secrets.current, ...[secrets.former ?? []].flat(), ...(secrets.earlier ?? [])].map(
      ({ name, ciphertext }): SealedText => {
        const associatedData = webhookAssociatedData(projectId, name);
        return { origin: { table: "webhooks", id, name }, ciphertext, associatedData };
      },
    ),
  );
  return { texts, next: rows.isDone ? null : rows.continueCursor };
}

async function hookSecrets(ctx: QueryCtx, options: PageOptions): Promise<SealedPage> {
  const rows = await ctx.db.query("inboundHooks").paginate(options);
  const texts = rows.page.map(({ _id: id, projectId, secret: { name, ciphertext } }): SealedText => {
    return {
      origin: { table: "inboundHooks", id },
      ciphertext,
      associatedData: hookAssociatedData(projectId, name),
    };
  });
  return { texts, next: rows.isDone ? null : rows.continueCursor };
}

/** Returns the id of the key that encrypts secrets. Null while no secret has been encrypted. */
export const currentKey = internalQuery({
  args: {},
  handler: async (ctx): Promise<string | null> => (await ctx.db.query("sealingKeys").first())?.keyId ?? null,
});

/** Records the key that must encrypt secrets from now on. */
export const adopt = internalMutation({
  args: { keyId: v.string() },
  handler: async (ctx, { keyId }): Promise<null> => {
    await setCurrentKey(ctx, keyId);
    return null;
  },
});

/** Replaces ciphertexts with new ones. A secret that was changed in the meantime stays as it is. */
export const replace = internalMutation({
  args: { changes: v.array(v.object({ origin, former: v.string(), ciphertext: v.string() })) },
  handler: async (ctx, { changes }): Promise<null> => {
    for (const { origin, former, ciphertext } of changes) await replaceOne(ctx, origin, former, ciphertext);
    return null;
  },
});

async function replaceOne(ctx: MutationCtx, origin: Origin, former: string, ciphertext: string): Promise<void> {
  switch (origin.table) {
    case "providerKeys": {
      const row = await ctx.db.get("providerKeys", origin.id);
      if (row?.ciphertext === former) await ctx.db.patch("providerKeys", origin.id, { ciphertext });
      return;
    }
    case "inboundHooks": {
      const row = await ctx.db.get("inboundHooks", origin.id);
      if (row?.secret.ciphertext !== former) return;
      return await ctx.db.patch("inboundHooks", origin.id, { secret: { ...row.secret, ciphertext } });
    }
    case "projectSettings":
      return await replaceSetting(ctx, origin, former, ciphertext);
    case "webhooks":
      return await replaceWebhookSecret(ctx, origin, former, ciphertext);
  }
}

type OriginIn<Table> = Extract<Origin, { table: Table }>;

async function replaceWebhookSecret(
  ctx: MutationCtx,
  { id, name }: OriginIn<"webhooks">,
  former: string,
  ciphertext: string,
): Promise<void> {
  const row = await ctx.db.get("webhooks", id);
  if (row === null) return;
  const replaced = <Secret extends { name: string; ciphertext: string }>(secret: Secret): Secret =>
    secret.name === name && secret.ciphertext === former ? { ...secret, ciphertext } : secret;
  const { current, former: before, earlier } = row.secrets;
  await ctx.db.patch("webhooks", id, {
    secrets: {
      current: replaced(current),
      ...omitNullish({ former: before && replaced(before), earlier: earlier?.map(replaced) }),
    },
  });
}

async function replaceSetting(
  ctx: MutationCtx,
  origin: OriginIn<"projectSettings">,
  former: string,
  ciphertext: string,
): Promise<void> {
  const row = await ctx.db.get("projectSettings", origin.id);
  const secret = row?.secrets[origin.name];
  if (row === null || secret?.ciphertext !== former) return;
  const secrets = { ...row.secrets, [origin.name]: { ...secret, ciphertext } };
  await ctx.db.patch("projectSettings", origin.id, { secrets });
}
