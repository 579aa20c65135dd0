// Strict base64: each byte string has exactly one text. Everything that a usual decoder merely tolerates (white space,
// missing padding, bits beyond the last byte) is refused, so that two different texts never mean the same bytes.

export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Encodes bytes as base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes base64. Null when `text` is not base64. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = decode(text);
  return bytes !== null && toBase64(bytes) === text ? bytes : null;
}

/** Decodes base64url. Null when `text` is not base64url. */
export function bytesOfBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = decode(text.replaceAll("-", "+").replaceAll("_", "/"));
  return bytes !== null && toBase64Url(bytes) === text ? bytes : null;
}

function decode(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
