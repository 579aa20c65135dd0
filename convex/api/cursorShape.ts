import { bytesOfBase64Url } from "../lib/base64";

export const sealLength = 32;

/**
 * Whether a text may be a cursor: base64url of a seal and a position. A request with another text is refused before
 * anything is looked up. Only the list can tell whether the seal is right (cursors.ts). Pure.
 */
export function isCursorShaped(text: string): boolean {
  const bytes = bytesOfBase64Url(text);
  return bytes !== null && /^[0-9a-f]{32}/.test(new TextDecoder().decode(bytes));
}
