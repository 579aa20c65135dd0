// Guards the key that encrypts ("seals") secrets. Nobody can change it in a way that would make a secret unreadable.
import type { Application, EnvChange } from "../engine/application/contract";
import { sealingKeyId } from "../convex/lib/encryption";
import { callInternal } from "./internalFunctions";

const keyName = "PROVIDER_KEY_ENCRYPTION_KEY";
const previousName = "PROVIDER_KEY_ENCRYPTION_KEY_PREVIOUS";

/** Returns why the change must be refused, or null when every secret that can be read now can be read afterwards. */
export async function keyObjection(application: Application, changes: readonly EnvChange[]): Promise<string | null> {
  const current = new Map(application.listEnv().map(({ name, value }) => [name, value]));
  const changed = changes.filter(({ name, value }) => {
    return (name === keyName || name === previousName) && (current.get(name) ?? null) !== value;
  });
  if (changed.length === 0 || !(await hasKey(current))) return null;
  const next = new Map(current);
  for (const { name, value } of changed) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  const key = next.get(keyName);
  if (key !== undefined && (await sealingKeyId(key)) === null) return `${keyName} is not 32 bytes in base64.`;
  const ids = await Promise.all([keyName, previousName].map((name) => sealingKeyId(next.get(name) ?? "")));
  const lost = (await readableSecrets(application)).filter(({ keyId }) => !ids.includes(keyId));
  const count = lost.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return null;
  const what = count === 1 ? "a secret that is" : `${count} secrets that are`;
  return (
    `${changed.map(({ name }) => name).join(" and ")} cannot be changed to this value: nothing could ` +
    `decrypt ${what} sealed under the key of this deployment. ` +
    "To move to another key, run `npm run admin -- reseal --key <the new key>` while it serves."
  );
}

/** Whether a valid key for sealing is set. Without one no secret can be read, so any new key is allowed. */
async function hasKey(variables: ReadonlyMap<string, string>): Promise<boolean> {
  const ids = await Promise.all([keyName, previousName].map((name) => sealingKeyId(variables.get(name) ?? "")));
  return ids.some((id) => id !== null);
}

/**
 * Counts the readable secrets by the id of their key. A product that cannot answer may have some, so one secret with an
 * unknown key is assumed.
 */
async function readableSecrets(application: Application): Promise<{ keyId: string; count: number }[]> {
  const { readable } = await callInternal(application, "admin/sealing:status", {}).catch(() => {
    return { readable: [{ keyId: "unknown", count: 1 }] };
  });
  if (!Array.isArray(readable)) return [];
  return readable.flatMap((each) => {
    if (each === null || typeof each !== "object" || Array.isArray(each)) return [];
    const { keyId, count } = each;
    return typeof keyId === "string" && typeof count === "number" ? [{ keyId, count }] : [];
  });
}

/** Returns sentences for the operator, if secrets cannot be read or are sealed under another key. */
export async function sealingNotes(application: Application): Promise<string[]> {
  const { unreadable, isUnderAnother } = await callInternal(application, "admin/sealing:settle", {});
  const isMoving = application.listEnv().some(({ name }) => name === previousName);
  return [
    ...(typeof unreadable !== "number" || unreadable === 0
      ? []
      : [`${unreadable} secrets cannot be read: they are sealed under another ${keyName}. Set that key again.`]),
    ...(isUnderAnother === true && isMoving
      ? [`Secrets are still sealed under ${previousName}: run \`npm run admin -- reseal\`.`]
      : []),
  ];
}
