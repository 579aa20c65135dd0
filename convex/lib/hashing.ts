const hexDigits = "0123456789abcdef";

/** SHA-256 of the text's UTF-8 bytes, in lower-case hex. */
export async function sha256Hex(text: string): Promise<string> {
  const codes: number[] = [];
  for (const byte of new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))) {
    codes.push(hexDigits.charCodeAt(byte >> 4), hexDigits.charCodeAt(byte & 15));
  }
  // One call makes the whole text. This must be fast, because every request hashes its key.
  return String.fromCharCode(...codes);
}

/** Takes the same time wherever the texts differ, so that nobody can guess a secret character by character. */
export function equalTexts(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}

/** FNV-1a, 32 bits: spreads texts evenly, and hides nothing. */
export function hash32(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93) >>> 0;
  return hash;
}
