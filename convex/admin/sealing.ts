// The commands of administrators about the key that encrypts (seals) secrets. Run by `npm run admin -- reseal` or `npx
// convex run admin/sealing:reseal`.
import { internal } from "../_generated/api";
import { internalAction } from "../_generated/server";
import type { ActionCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { currentKeyId, DecryptionError, encrypt, EncryptionKeyError, decryptWithKeyId } from "../lib/encryption";
import { sealedTables } from "../sealing/rows";
import type { SealedText } from "../sealing/rows";

/** The numbers of sealed secrets: the readable ones by the id of their key, and those that no key can open. */
interface SealingStatus {
  readable: { keyId: string; count: number }[];
  unreadable: number;
}

export const status = internalAction({
  args: {},
  handler: async (ctx): Promise<SealingStatus> => await surveyOf(ctx),
});

/** Returns how many secrets cannot be read, and whether any is sealed with another key than new secrets are. */
export const settle = internalAction({
  args: {},
  handler: async (ctx): Promise<{ unreadable: number; isUnderAnother: boolean }> => {
    const keyId = await usableKeyId();
    const usual: string | null = await ctx.runQuery(internal.sealing.rows.currentKey, {});
    if (keyId !== null && usual === keyId) return { unreadable: 0, isUnderAnother: false };
    const { readable, unreadable } = await surveyOf(ctx);
    return { unreadable, isUnderAnother: readable.some((each) => each.keyId !== keyId) };
  },
});

/** The id of the deployment's key. Null when there is none or it is malformed. */
async function usableKeyId(): Promise<string | null> {
  try {
    return await currentKeyId();
  } catch (error) {
    if (error instanceof EncryptionKeyError) return null;
    throw error;
  }
}

/**
 * Seals every secret again with PROVIDER_KEY_ENCRYPTION_KEY that was sealed with PROVIDER_KEY_ENCRYPTION_KEY_PREVIOUS.
 * After an interruption, calling it again continues: while both variables are set, all secrets can be read at any time.
 * If neither key opens some secret, it throws CONFLICT and changes nothing.
 */
export const reseal = internalAction({
  args: {},
  handler: async (ctx): Promise<{ keyId: string; resealed: number }> => {
    const keyId = await currentKeyId();
    const { unreadable } = await surveyOf(ctx);
    if (unreadable > 0) {
      throw apiError(
        "CONFLICT",
        `${unreadable} secrets are sealed under a key that is neither PROVIDER_KEY_ENCRYPTION_KEY nor ` +
          "PROVIDER_KEY_ENCRYPTION_KEY_PREVIOUS. Set the key that they are sealed under as the previous one.",
      );
    }
    await ctx.runMutation(internal.sealing.rows.adopt, { keyId });
    let resealed = 0;
    for await (const texts of pagesOf(ctx)) resealed += await resealPage(ctx, texts, keyId);
    return { keyId, resealed };
  },
});

async function surveyOf(ctx: ActionCtx): Promise<SealingStatus> {
  const counts = new Map<string, number>();
  let unreadable = 0;
  for await (const texts of pagesOf(ctx)) {
    for (const text of texts) {
      const keyId = await keyOf(text);
      if (keyId === null) unreadable += 1;
      else counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
    }
  }
  return { readable: [...counts].map(([keyId, count]) => ({ keyId, count })), unreadable };
}

/** The id of the key that opens the secret. Null when none of the deployment's keys does. */
async function keyOf({ ciphertext, associatedData }: SealedText): Promise<string | null> {
  try {
    return (await decryptWithKeyId(ciphertext, associatedData)).keyId;
  } catch (error) {
    if (error instanceof DecryptionError || error instanceof EncryptionKeyError) return null;
    throw error;
  }
}

async function* pagesOf(ctx: ActionCtx): AsyncGenerator<SealedText[], void> {
  for (const table of sealedTables) {
    let cursor: string | null = null;
    do {
      const page: { texts: SealedText[]; next: string | null } = await ctx.runQuery(internal.sealing.rows.page, {
        table,
        cursor,
      });
      yield page.texts;
      cursor = page.next;
    } while (cursor !== null);
  }
}

/** Seals one page of secrets again, except those that have the new key already. */
async function resealPage(ctx: ActionCtx, texts: SealedText[], keyId: string): Promise<number> {
  const changes = [];
  for (const { origin, ciphertext: former, associatedData } of texts) {
    const { text, keyId: formerKeyId } = await decryptWithKeyId(former, associatedData);
    if (formerKeyId === keyId) continue;
    changes.push({ origin, former, ciphertext: await encrypt(text, associatedData) });
  }
  if (changes.length > 0) await ctx.runMutation(internal.sealing.rows.replace, { changes });
  return changes.length;
}
