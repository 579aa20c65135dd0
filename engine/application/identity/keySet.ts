// The public keys of one provider. They are fetched when needed, kept for a while, and fetched again when a token names
// an unknown key. Any number of tokens share one request at a time.
import { createLocalJWKSet, errors, type FlattenedJWSInput, type JSONWebKeySet, type JWSHeaderParameters } from "jose";
import { RequestError } from "../contract";

/** How long a key that the provider has withdrawn is still trusted, if the provider answers. */
const freshForMs = 10 * 60_000;
/** How long such a key is still trusted if the provider does not answer. */
const usableForMs = 60 * 60_000;
/** Made-up tokens cannot make the engine ask more often than this. */
const minIntervalMs = 10_000;

interface LoadedKeys {
  find: ReturnType<typeof createLocalJWKSet>;
  at: number;
}

export class KeySet {
  private loaded: LoadedKeys | null = null;
  private failure: { error: RequestError; at: number } | null = null;
  private searchedAt = -Infinity;
  private pending: Promise<LoadedKeys> | null = null;

  constructor(
    private readonly load: () => Promise<JSONWebKeySet>,
    private readonly now: () => number,
  ) {}

  /** Returns the key that a token names. Throws RequestError 503 when the provider's keys cannot be fetched. */
  async find(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> {
    const before = this.loaded;
    const keys = await this.current();
    try {
      return await keys.find(header, token);
    } catch (error) {
      const isNew = keys !== before;
      if (!(error instanceof errors.JWKSNoMatchingKey) || isNew || !this.maySearch()) throw error;
      return await (await this.request()).find(header, token);
    }
  }

  /** Returns whether keys may be fetched again. A request that is already under way may also bring the key. */
  private maySearch(): boolean {
    if (this.pending !== null) return true;
    if (this.now() - this.searchedAt < minIntervalMs) return false;
    this.searchedAt = this.now();
    return true;
  }

  private async current(): Promise<LoadedKeys> {
    const { loaded, failure } = this;
    const age = loaded === null ? Infinity : this.now() - loaded.at;
    if (loaded !== null && age < freshForMs) return loaded;
    const mayAsk = failure === null || this.now() - failure.at >= minIntervalMs;
    if (loaded !== null && age < usableForMs) {
      // The keys of this request serve later callers. A failure is remembered.
      if (mayAsk) this.request().catch(() => undefined);
      return loaded;
    }
    if (failure !== null && !mayAsk) throw failure.error;
    return await this.request();
  }

  private request(): Promise<LoadedKeys> {
    this.pending ??= this.reload().finally(() => (this.pending = null));
    return this.pending;
  }

  private async reload(): Promise<LoadedKeys> {
    try {
      this.loaded = { find: createLocalJWKSet(await this.load()), at: this.now() };
      this.failure = null;
      return this.loaded;
    } catch (error) {
      this.failure = { error: unavailable(error), at: this.now() };
      throw this.failure.error;
    }
  }
}

function unavailable(error: unknown): RequestError {
  const reason = error instanceof Error ? error.message : String(error);
  return new RequestError(
    503,
    "AuthProviderUnavailable",
    `The keys of the auth provider cannot be fetched: ${reason}.`,
  );
}
