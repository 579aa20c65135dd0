// The deployment as its own OpenID Connect provider, so that somebody who develops an app can sign in without having
// one elsewhere. Tokens are given for the admin key alone, and only on a machine that nobody else reaches: then they
// open nothing that whoever asks could not open anyway.
import crypto from "node:crypto";
import { calculateJwkThumbprint, importJWK, SignJWT, type JWK, type JWTPayload } from "jose";
import { keptSecret } from "../../persistence/keptSecret";
import { RequestError, type IssuedToken, type Person, type SignInDocuments } from "../contract";
import type { TokenVerifier } from "./tokenVerifier";

const lifetimeSeconds = 24 * 60 * 60;

export class DevelopmentProvider {
  /** Null where others than this machine can reach the deployment. */
  private issuer: string | null = null;
  private key: JWK | null = null;

  constructor(
    private readonly tokens: TokenVerifier,
    private readonly keyFile: string,
    private readonly now: () => number,
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

  /** The subject is the address: who signs in again is the same person. */
  async issue({ email, name }: Person): Promise<IssuedToken> {
    const { issuer, applicationId } = this.audience();
    const address = email.trim().toLowerCase();
    const issuedAt = Math.floor(this.now() / 1000);
    const expiresAt = issuedAt + lifetimeSeconds;
    const claims: JWTPayload = { email: address, email_verified: true, ...(name === null ? {} : { name }) };
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

  /** The app decides whose tokens it takes, so a token that it would not take is not given. */
  private audience(): { issuer: string; applicationId: string } {
    const { issuer } = this;
    if (issuer === null) {
      throw refusal("Tokens for development are given only by a deployment that listens on a loopback address alone.");
    }
    const applicationId = this.tokens.applicationOf(issuer);
    if (applicationId !== null) return { issuer, applicationId };
    throw refusal(`The app takes no tokens of this deployment: its auth.config.js names no provider ${issuer}.`);
  }

  private async keyId(): Promise<string> {
    return await calculateJwkThumbprint(this.privateKey());
  }

  private privateKey(): JWK {
    this.key ??= JSON.parse(keptSecret(this.keyFile, newPrivateKey)) as JWK;
    return this.key;
  }
}

/** Whether what a host listens on can be reached from this machine alone. */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function refusal(message: string): RequestError {
  return new RequestError(403, "SignInNotAvailable", message);
}

function newPrivateKey(): string {
  return JSON.stringify(crypto.generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" }));
}
