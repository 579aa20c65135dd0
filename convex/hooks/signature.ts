// Whether a message comes from the code host that knows the secret of the hook. Both comparisons take the same time
// whatever was sent.
import type { HookKind } from "./schema";

const algorithm = { name: "HMAC", hash: "SHA-256" };

export async function verifySignature(
  kind: HookKind,
  secret: string,
  { headers, body }: { headers: Headers; body: Uint8Array<ArrayBuffer> },
): Promise<boolean> {
  return kind === "github"
    ? await isSigned(secret, headers.get("X-Hub-Signature-256") ?? "", body)
    : await areAlike(secret, headers.get("X-Gitlab-Token") ?? "");
}

async function isSigned(secret: string, signature: string, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const [, hex = ""] = /^sha256=([0-9a-f]{64})$/.exec(signature) ?? [];
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return await crypto.subtle.verify(algorithm, await keyOf(secret, "verify"), bytes, body);
}

/** The one is signed, and the signature is verified with the other. */
async function areAlike(secret: string, token: string): Promise<boolean> {
  const key = await keyOf(crypto.randomUUID(), "sign", "verify");
  const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(token));
  return await crypto.subtle.verify(algorithm, key, signature, new TextEncoder().encode(secret));
}

async function keyOf(text: string, ...uses: ("sign" | "verify")[]): Promise<CryptoKey> {
  return await crypto.subtle.importKey("raw", new TextEncoder().encode(text), algorithm, false, uses);
}
