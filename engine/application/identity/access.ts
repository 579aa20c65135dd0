// Finds out who calls: by the admin key, which gives access to the whole deployment, or by the token of a person.
import crypto from "node:crypto";
import type { SecretKind } from "../../persistence/secretFile";
import { isJsonObject, type Json, type JsonObject } from "../../value/json";
import { RequestError, type Caller } from "../contract";
import type { TokenVerifier } from "./tokenVerifier";

export class Access {
  private readonly expected: Buffer;

  constructor(
    readonly adminKey: string,
    private readonly tokens: TokenVerifier,
  ) {
    this.expected = digest(secretOf(adminKey));
  }

  /** Compares in constant time. The text before the `|` is a name and not secret. */
  isAdminKey(key: string): boolean {
    return key.includes("|") && crypto.timingSafeEqual(digest(secretOf(key)), this.expected);
  }

  async authenticate(authorization: string | undefined): Promise<Caller> {
    if (authorization === undefined) return { kind: "anonymous" };
    const space = authorization.indexOf(" ");
    const scheme = authorization.slice(0, space).toLowerCase();
    const credential = authorization.slice(space + 1).trim();
    if (scheme === "convex") return this.admin(credential);
    if (scheme === "bearer") {
      const { identity, expiresAtMs } = await this.tokens.verify(credential);
      return { kind: "user", identity, token: credential, expiresAtMs };
    }
    throw new RequestError(
      401,
      "InvalidAuthHeader",
      "The Authorization header must be `Convex <key>` or `Bearer <token>`.",
    );
  }

  /** Reads `<key>`, or `<key>:<base64 of a user's attributes>` to act as that user. */
  private admin(credential: string): Caller {
    const bar = credential.indexOf("|");
    const colon = credential.indexOf(":", bar);
    const key = colon === -1 ? credential : credential.slice(0, colon);
    if (bar === -1 || !this.isAdminKey(key)) {
      throw new RequestError(401, "BadDeployKey", "The provided deploy key was invalid for this deployment.");
    }
    return { kind: "admin", actingAs: colon === -1 ? null : readIdentity(credential.slice(colon + 1)) };
  }
}

export function adminKeyOf(instanceName: string): SecretKind {
  return {
    make: () => `${instanceName}|${crypto.randomBytes(32).toString("hex")}`,
    isValid: (text) => /^[^|]+\|\S{16,}$/.test(text),
    isReplaceable: true,
  };
}

function readIdentity(encoded: string): JsonObject {
  let identity: Json = null;
  try {
    identity = JSON.parse(Buffer.from(encoded, "base64").toString("utf8")) as Json;
  } catch {
    // The error is reported below, like any other value that is not an object.
  }
  const { issuer, subject } = isJsonObject(identity) ? identity : {};
  if (!isJsonObject(identity) || typeof issuer !== "string" || typeof subject !== "string") {
    throw new RequestError(
      401,
      "InvalidIdentity",
      "The identity to act as must be base64 of a JSON object with an issuer and a subject.",
    );
  }
  // Clients leave the tokenIdentifier out, because it follows from the other two fields.
  return { tokenIdentifier: `${issuer}|${subject}`, ...identity };
}

function secretOf(key: string): string {
  return key.slice(key.lastIndexOf("|") + 1);
}

/** Comparing digests takes constant time for texts of any length. */
function digest(text: string): Buffer {
  return crypto.createHash("sha256").update(text).digest();
}
