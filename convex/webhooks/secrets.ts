// The secrets with which messages are signed. Each is made and encrypted in an action and shown once.
import type { Doc, Id } from "../_generated/dataModel";
import { toBase64 } from "../lib/base64";
import { encrypt } from "../lib/encryption";
import { webhookAssociatedData } from "../sealing/associatedData";

const keyLength = 32;

/** An encrypted secret, as it is stored. */
export type SealedSecret = { name: string; ciphertext: string };

interface NewSecret {
  /** `whsec_` and the key in base64, as Standard Webhooks has it. */
  secret: string;
  sealed: SealedSecret;
}

export async function makeSecret(projectId: Id<"projects">): Promise<NewSecret> {
  const secret = `whsec_${toBase64(crypto.getRandomValues(new Uint8Array(keyLength)))}`;
  const name = crypto.randomUUID();
  const ciphertext = await encrypt(secret, webhookAssociatedData(projectId, name));
  return { secret, sealed: { name, ciphertext } };
}

/** The secrets before the present one that may still sign, the newest first. */
export function endingSecrets({ secrets: { former, earlier = [] } }: Pick<Doc<"webhooks">, "secrets">) {
  return former === undefined ? [] : [former, ...earlier];
}
