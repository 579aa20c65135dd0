// Verifies the tokens of people and reads their claims.
import crypto from "node:crypto";
import { jwtVerify } from "jose";
import type { JsonObject } from "../../value/json";
import { RequestError } from "../contract";
import { identityOf } from "./claims";
import { KeySet } from "./keySet";
import { keySourceOf, loadKeys } from "./providerKeys";
import { audiencesOf, chooseProvider, noProvider, normalIssuer, type Provider } from "./providers";
import { claimsIn } from "./tokenText";

interface VerifiedToken {
  identity: JsonObject;
  /** The time from which the token is refused. */
  expiresAtMs: number;
}

/** Clients send the same token with each request, so it is verified again only after this time. */
const provedForMs = 10 * 60_000;
const maxProved = 4_096;
/** Allows for clocks that differ. Convex allows it only for tokens of this kind. */
const customJwtLeewayMs = 5_000;

interface ProvedToken extends VerifiedToken {
  provedAt: number;
}

export class TokenVerifier {
  private providers: Provider[] = [];
  private keySets = new Map<string, KeySet>();
  /**
   * Verified tokens by hash, so that memory holds no token longer than its request. The least recently used come first.
   */
  private proved = new Map<string, ProvedToken>();

  constructor(private readonly now: () => number) {}

  /** Sets the providers. From now on, only their tokens are accepted. */
  use(providers: Provider[]): void {
    const known = this.keySets;
    this.providers = providers;
    this.proved = new Map();
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
    const { proved } = this;
    const found = proved.get(hash);
    proved.delete(hash);
    const isProved = found !== undefined && this.now() - found.provedAt < provedForMs;
    const verified = isProved ? found : { ...(await this.prove(token)), provedAt: this.now() };
    if (verified.expiresAtMs <= this.now()) throw unauthenticated("it has expired");
    proved.set(hash, verified);
    const [oldest] = proved.keys();
    if (proved.size > maxProved && oldest !== undefined) proved.delete(oldest);
    return verified;
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
    const leewayMs = provider.kind === "customJwt" ? customJwtLeewayMs : 0;
    return { identity: identityOf(provider, { issuer, subject }, claims), expiresAtMs: exp * 1000 + leewayMs };
  }

  /** Verifies the signature and the times. `verify` refuses tokens that have expired, without leeway. */
  private async checked(token: string, provider: Provider): Promise<{ exp?: number }> {
    const keys = this.keySets.get(keySourceOf(provider));
    if (keys === undefined) throw new Error("every provider has a set of keys");
    try {
      const { payload } = await jwtVerify(token, (header, jws) => keys.find(header, jws), {
        algorithms: provider.kind === "oidc" ? ["RS256", "EdDSA"] : [provider.algorithm],
        clockTolerance: customJwtLeewayMs / 1000,
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
