// Secrets as rows keep them: encrypted, and what is shown of them. For actions only, as encryption is.
import { encrypt, mask } from "./encryption";

export type Sealed = { ciphertext: string; lastFour: string };

/** Of a secret that is no longer than what would be shown, nothing is. */
export async function seal(text: string, place: string): Promise<Sealed> {
  const shown = mask(text);
  return { ciphertext: await encrypt(text, place), lastFour: shown === text ? "" : shown };
}
