/** SHA-256 of the text's UTF-8 bytes, in lower-case hex. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = new DataView(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  let hex = "";
  // Four bytes are written at a time, because this must be fast: every request hashes its key.
  for (let at = 0; at < digest.byteLength; at += 4) hex += digest.getUint32(at).toString(16).padStart(8, "0");
  return hex;
}
