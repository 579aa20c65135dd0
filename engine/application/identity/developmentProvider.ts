// The deployment as its own OpenID Connect provider. A developer can then sign in without a provider elsewhere. A token
// needs the admin key or the code that the start prints, and a machine that nobody else can reach. So the token allows
// nothing that the developer could not do anyway.
import crypto from "node:crypto";
import { calculateJwkThumbprint, importJWK, SignJWT, type JWK, type JWTPayload } from "jose";
import { readOrCreateSecret, type SecretKind } from "../../persistence/secretFile";
import { RequestError, type IssuedToken, type Person, type SignInDocuments } from "../contract";
import { claimsIn } from "./tokenText";
import type { TokenVerifier } from "./tokenVerifier";

const lifetimeSeconds = 24 * 60 * 60;
/** However often a token is renewed, its person signs in again after this time. */
const maxSignedInSeconds = 7 * lifetimeSeconds;

export class DevelopmentProvider {
  /** The issuer of the tokens. null if other machines can reach the deployment, because it then issues none. */
  private issuer: string | null = null;
  private key: JWK | null = null;
  constructor(
    private readonly tokens: TokenVerifier,
    private readonly keyFile: string,
    private readonly now: () => number,
    /**
     * A browser that knows it may sign anybody in. The default ends with the process, so that an old log gives nobody
     * power.
     */
    private readonly code = crypto.randomBytes(16).toString("base64url"),
  ) {}

  serveAt(url: string): void {
    this.issuer = isLoopback(new URL(url).hostname) ? url : null;
  }

  async documents(): Promise<SignInDocuments | null> {
    const { issuer } = this;
    if (issuer === null) return null;
    const { kty = "", crv = "", x = "" } = this.privateKey();
    return {
      configuration: {
        issuer,
        jwks_uri: `${issuer}/.well-known/jwks.json`,
        response_types_supported: ["id_token"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["EdDSA"],
      },
      keys: { keys: [{ kty, crv, x, kid: await this.keyId(), alg: "EdDSA", use: "sig" }] },
    };
  }

  /** The text with which a browser on this machine signs in, or null when the deployment issues no tokens. */
  signInCode(): string | null {
    return this.issuer === null ? null : this.code;
  }

  isSignInCode(text: string): boolean {
    const [given, wanted] = [text, this.code].map((code) => crypto.createHash("sha256").update(code).digest());
    return this.issuer !== null && given !== undefined && wanted !== undefined && crypto.timingSafeEqual(given, wanted);
  }

  /** Returns a later token for the person of a valid one. */
  async renew(token: string): Promise<IssuedToken> {
    const { identity } = await this.tokens.verify(token);
    const { issuer, email, name } = identity;
    if (this.issuer === null || issuer !== this.issuer || typeof email !== "string") {
      throw signInError("Only a token that this deployment has issued can be renewed here.");
    }
    const signedInAt = signInTimeOf(token);
    if (!(signedInAt + maxSignedInSeconds > this.nowSeconds())) {
      throw signInError("The person signed in too long ago for the token to be renewed. They must sign in again.");
    }
    return await this.issue({ email, name: typeof name === "string" ? name : null }, signedInAt);
  }

  /** The subject is the email address, so a person who signs in again is the same person. */
  async issue({ email, name }: Person, signedInAt = this.nowSeconds()): Promise<IssuedToken> {
    const { issuer, applicationId } = this.audience();
    const address = email.trim().toLowerCase();
    const issuedAt = this.nowSeconds();
    const expiresAt = Math.min(issuedAt + lifetimeSeconds, signedInAt + maxSignedInSeconds);
    const about = { email: address, email_verified: true, auth_time: signedInAt };
    const claims: JWTPayload = name === null ? about : { ...about, name };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: "EdDSA", typ: "JWT", kid: await this.keyId() })
      .setIssuer(issuer)
      .setSubject(address)
      .setAudience(applicationId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(await importJWK(this.privateKey(), "EdDSA"));
    return { token, expiresAtMs: expiresAt * 1000 };
  }

  /** The app decides whose tokens it accepts. A token that it would not accept is not issued. */
  private audience(): { issuer: string; applicationId: string } {
    const { issuer } = this;
    if (issuer === null) {
      throw signInError("Only a deployment that listens on a loopback address alone issues tokens for development.");
    }
    const applicationId = this.tokens.applicationOf(issuer);
    if (applicationId !== null) return { issuer, applicationId };
    throw signInError(`The app accepts no tokens of this deployment: its auth.config.js names no provider ${issuer}.`);
  }

  private nowSeconds(): number {
    return Math.floor(this.now() / 1000);
  }

  private async keyId(): Promise<string> {
    return await calculateJwkThumbprint(this.privateKey());
  }

  private privateKey(): JWK {
    this.key ??= JSON.parse(readOrCreateSecret(this.keyFile, signInKey)) as JWK;
    return this.key;
  }
}

function signInTimeOf(token: string): number {
  return Number(claimsIn(token)["auth_time"]);
}

/** Returns whether only this machine can reach an address with this host name. */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function signInError(message: string): RequestError {
  return new RequestError(403, "SignInNotAvailable", message);
}

export const signInKey: SecretKind = {
  make: () => JSON.stringify(crypto.generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" })),
  isReplaceable: true,
  isValid: (text) => {
    try {
      return crypto.createPrivateKey({ key: JSON.parse(text) as crypto.JsonWebKey, format: "jwk" }).type === "private";
    } catch {
      return false;
    }
  },
};
