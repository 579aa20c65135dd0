// Secrets in the form in which rows keep them: the ciphertext and the last four characters, which people may see. Only
// for actions, like encryption itself.
import { encrypt, mask } from "./encryption";

export type Sealed = { ciphertext: string; lastFour: string };

/** Encrypts a secret. When the secret has four characters or fewer, none of them is kept to be shown. */
export async function seal(text: string, place: string): Promise<Sealed> {
  const shown = mask(text);
  return { ciphertext: await encrypt(text, place), lastFour: shown === text ? "" : shown };
}
