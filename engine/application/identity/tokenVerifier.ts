// Verifies the tokens of people and reads their claims.
import crypto from "node:crypto";
import { jwtVerify } from "jose";
import { memoryLimits } from "../../memoryLimits";
import type { JsonObject } from "../../value/json";
import { RequestError } from "../contract";
import { identityOf } from "./claims";
import { KeySet } from "./keySet";
import { keySourceOf, loadKeys } from "./jwks";
import { audiencesOf, chooseProvider, noProvider, normalIssuer, type Provider } from "./providers";
import { claimsIn } from "./tokenText";

interface VerifiedToken {
  identity: JsonObject;
  /** The time from which the token is refused. */
  expiresAtMs: number;
}

/** Clients send the same token with each request, so it is verified again only after this time. */
const verifiedForMs = 10 * 60_000;
/** Allows for clocks that differ. Convex allows it only for tokens of this kind. */
const customJwtClockToleranceMs = 5_000;

/** The objects of a token in addition to the text of its identity, as which its values are counted twice. */
const bytesOfEntry = 600;

interface VerifiedTokenEntry extends VerifiedToken {
  provedAt: number;
  bytes: number;
}

export class TokenVerifier {
  private providers: Provider[] = [];
  private keySets = new Map<string, KeySet>();
  /**
   * Verified tokens by hash, so that memory holds no token longer than its request. The least recently used come first.
   */
  private proved = new Map<string, VerifiedTokenEntry>();
  private entryBytes = 0;

  constructor(private readonly now: () => number) {}

  /** Sets the providers. From now on, only their tokens are accepted. */
  use(providers: Provider[]): void {
    const known = this.keySets;
    this.providers = providers;
    this.proved = new Map();
    this.entryBytes = 0;
    this.keySets = new Map(
      providers.map((provider) => {
        const source = keySourceOf(provider);
        return [source, known.get(source) ?? new KeySet(() => loadKeys(provider), this.now)];
      }),
    );
  }

  /**
   * Returns the application that tokens of this OpenID Connect provider must name. null: none of its tokens are
   * accepted.
   */
  applicationOf(issuer: string): string | null {
    const isMeant = (provider: Provider) => provider.kind === "oidc" && provider.issuer === normalIssuer(issuer);
    return this.providers.find(isMeant)?.applicationId ?? null;
  }

  /** Throws RequestError: 401 when the token is refused, 503 when it cannot be verified now. */
  async verify(token: string): Promise<VerifiedToken> {
    if (this.providers.length === 0) throw noProvider("no provider is configured on this deployment");
    const hash = crypto.createHash("sha256").update(token).digest("base64");
    const found = this.proved.get(hash);
    this.forget(hash);
    const isProved = found !== undefined && this.now() - found.provedAt < verifiedForMs;
    const verified = isProved ? found : await this.verifyAnew(token);
    if (verified.expiresAtMs <= this.now()) throw unauthenticated("it has expired");
    this.keep(hash, verified);
    return verified;
  }

  /** An estimate of the memory that the verified tokens hold. */
  get usedBytes(): number {
    return this.entryBytes;
  }

  private async verifyAnew(token: string): Promise<VerifiedTokenEntry> {
    const { identity, expiresAtMs } = await this.prove(token);
    const bytes = bytesOfEntry + 4 * JSON.stringify(identity).length;
    return { identity, expiresAtMs, provedAt: this.now(), bytes };
  }

  private keep(hash: string, verified: VerifiedTokenEntry): void {
    // The same token may have been proved by another request in the meantime.
    this.forget(hash);
    this.proved.set(hash, verified);
    this.entryBytes += verified.bytes;
    for (const oldest of this.proved.keys()) {
      if (this.entryBytes <= memoryLimits.verifiedTokens) return;
      this.forget(oldest);
    }
  }

  private forget(hash: string): void {
    this.entryBytes -= this.proved.get(hash)?.bytes ?? 0;
    this.proved.delete(hash);
  }

  private async prove(token: string): Promise<VerifiedToken> {
    const claims = claimsIn(token);
    const provider = chooseProvider(this.providers, claims);
    const { exp } = await this.checked(token, provider);
    const { iss: issuer, sub: subject } = claims;
    if (typeof issuer !== "string" || typeof subject !== "string" || subject === "") {
      throw unauthenticated("it names no subject");
    }
    if (exp === undefined) throw unauthenticated("it never expires");
    if (provider.kind === "oidc" && audiencesOf(claims).length > 1)
      throw unauthenticated("it is for several audiences");
    const clockToleranceMs = provider.kind === "customJwt" ? customJwtClockToleranceMs : 0;
    return { identity: identityOf(provider, { issuer, subject }, claims), expiresAtMs: exp * 1000 + clockToleranceMs };
  }

  /** Verifies the signature and the times. `verify` refuses tokens that have expired, without leeway. */
  private async checked(token: string, provider: Provider): Promise<{ exp?: number }> {
    const keys = this.keySets.get(keySourceOf(provider));
    if (keys === undefined) throw new Error("every provider has a set of keys");
    try {
      const { payload } = await jwtVerify(token, (header, jws) => keys.find(header, jws), {
        algorithms: provider.kind === "oidc" ? ["RS256", "EdDSA"] : [provider.algorithm],
        clockTolerance: customJwtClockToleranceMs / 1000,
        currentDate: new Date(this.now()),
      });
      return payload;
    } catch (error) {
      throw error instanceof RequestError ? error : unauthenticated(reasonOf(error));
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function unauthenticated(reason: string): RequestError {
  return new RequestError(401, "Unauthenticated", `Could not verify the token: ${reason}.`);
}
