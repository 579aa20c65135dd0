// The public keys of one provider: fetched when they are needed, kept for a while, looked at again when a token names a
// key that is not among them. However many tokens wait, one request at a time is under way.
import { createLocalJWKSet, errors, type FlattenedJWSInput, type JSONWebKeySet, type JWSHeaderParameters } from "jose";
import { RequestError } from "../contract";

/** A key that the provider has withdrawn is trusted for so long at most, if the provider answers. */
const freshForMs = 10 * 60_000;
/** And so long if it does not. */
const usableForMs = 60 * 60_000;
/** Whoever makes up tokens cannot make the engine ask more often than this. */
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

  /** The key that a token names. Throws RequestError 503 when the provider's keys cannot be had. */
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

  /** A request that is under way already may bring the key, too. */
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
      // What it brings is for those who come next; a failure of it is remembered.
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
  return new RequestError(503, "AuthProviderUnavailable", `The keys of the auth provider cannot be had: ${reason}.`);
}
