// Who calls: the admin key, which opens the deployment as a whole, and the tokens of people.
import crypto from "node:crypto";
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

  /** Constant-time in the length of the key. What stands before the `|` is a name and no secret. */
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

  /** `<key>` or `<key>:<base64 of a user's attributes>`, the second to act as that user. */
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

export function newAdminKey(instanceName: string): string {
  return `${instanceName}|${crypto.randomBytes(32).toString("hex")}`;
}

function readIdentity(encoded: string): JsonObject {
  let identity: Json = null;
  try {
    identity = JSON.parse(Buffer.from(encoded, "base64").toString("utf8")) as Json;
  } catch {
    // Reported below, as any other value that is no object.
  }
  const { issuer, subject } = isJsonObject(identity) ? identity : {};
  if (!isJsonObject(identity) || typeof issuer !== "string" || typeof subject !== "string") {
    throw new RequestError(
      401,
      "InvalidIdentity",
      "The identity to act as must be base64 of a JSON object with an issuer and a subject.",
    );
  }
  // Clients leave it out: it follows from the other two.
  return { tokenIdentifier: `${issuer}|${subject}`, ...identity };
}

function secretOf(key: string): string {
  return key.slice(key.lastIndexOf("|") + 1);
}

/** Comparing digests makes the comparison constant-time for texts of any length. */
function digest(text: string): Buffer {
  return crypto.createHash("sha256").update(text).digest();
}
