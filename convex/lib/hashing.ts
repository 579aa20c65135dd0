/** SHA-256 of the text's UTF-8 bytes, in lower-case hex. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = new DataView(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  let hex = "";
  // Four bytes are written at a time, because this must be fast: every request hashes its key.
  for (let at = 0; at < digest.byteLength; at += 4) hex += digest.getUint32(at).toString(16).padStart(8, "0");
  return hex;
}

/** Takes the same time wherever the texts differ, so that nobody can guess a secret character by character. */
export function equalTexts(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}
