// Who a live client is, which its messages may change at any time.
import { RequestError, type Caller } from "../../application/contract";
import type { Services } from "../exchange";
import type { ClientConnection } from "./clientConnection";
import type { Authenticate } from "./clientMessages";
import { authErrorText } from "./serverMessages";
import type { QueryBounds, SyncSession } from "./session";

export class ClientIdentity {
  private current: Caller = { kind: "anonymous" };

  constructor(
    private readonly services: Services,
    private readonly connection: ClientConnection,
    private readonly session: SyncSession,
  ) {}

  get caller(): Caller {
    return this.current;
  }

  get isAnonymous(): boolean {
    return this.current.kind === "anonymous";
  }

  queryBounds(): QueryBounds {
    const { limits } = this.services;
    return this.isAnonymous
      ? { maxQueries: limits.maxQueriesPerAnonymous, maxArgumentBytes: limits.maxAnonymousBytes }
      : { maxQueries: limits.maxQueriesPerClient, maxArgumentBytes: limits.maxArgumentBytesPerClient };
  }

  /** Changes the identity. Ends the connection if the token is refused. */
  async authenticate({ baseVersion, authorization }: Authenticate): Promise<void> {
    this.session.checkIdentityVersion(baseVersion);
    try {
      this.current = await this.services.application.authenticate(authorization ?? undefined);
    } catch (error) {
      // A client gives up a token that is refused. If the token cannot be checked now, the client must try it again
      // later.
      if (!(error instanceof RequestError) || error.status !== 401) throw error;
      this.refuse(error.message, baseVersion, true);
      return;
    }
    this.session.identityChanged();
  }

  /**
   * Returns whether the token has expired since the client sent it, and ends the connection in this case. It is called
   * whenever the identity is needed.
   */
  hasExpired(): boolean {
    const { current } = this;
    if (current.kind !== "user" || current.expiresAtMs > Date.now()) return false;
    this.refuse("The token has expired.", this.session.identityVersion, false);
    return true;
  }

  private refuse(error: string, baseVersion: number, authUpdateAttempted: boolean): void {
    this.connection.outbox.send(authErrorText(error, baseVersion, authUpdateAttempted));
    this.connection.closeForPolicy("AuthError");
  }
}
