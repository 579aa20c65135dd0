// HTTP actions that run at the same time. Each holds a context of the runtime while it streams or waits, so their
// number is bounded for one credential and for one address. A request that finds no free slot waits a little. Short
// requests end in that time, so a burst of them is served. Only requests that come on top of streams and held requests
// are refused.
import { createHash } from "node:crypto";
import type { FairRequestStart } from "./fairRequestStart";
import type { ServerLimits } from "./limits";
import { LimitReached } from "./limitReached";
import { SharedCapacity } from "./sharedCapacity";

export interface ActionClient {
  address: string;
  /** The Authorization header. undefined: the request has none. */
  credential: string | undefined;
}

type SlotLimits = Pick<
  ServerLimits,
  "maxActions" | "maxActionsPerCredential" | "maxWaitingActions" | "actionPatienceMs"
>;

interface Waiting {
  client: Client;
  begin: () => void;
}

interface Client {
  address: string;
  credential: string | null;
}

export class ActionSlots {
  private readonly addresses: SharedCapacity;
  private readonly ofCredential = new Map<string, number>();
  private readonly waiting = new Set<Waiting>();

  constructor(
    private readonly limits: SlotLimits,
    private readonly starts: FairRequestStart,
  ) {
    this.addresses = new SharedCapacity(limits.maxActions);
  }

  /** Runs `body` when there is a slot for it. Throws LimitReached when no slot becomes free in time. */
  async run<Result>({ address, credential }: ActionClient, body: () => Promise<Result>): Promise<Result> {
    const client = { address, credential: credential === undefined ? null : shortCredential(credential) };
    if (!this.take(client)) await this.wait(client);
    try {
      const turn = this.starts.wait(address);
      if (turn !== null) await turn;
      return await body();
    } finally {
      this.release(client);
    }
  }

  private take({ address, credential }: Client): boolean {
    const running = credential === null ? 0 : (this.ofCredential.get(credential) ?? 0);
    if (running >= this.limits.maxActionsPerCredential || !this.addresses.take(address, 1)) return false;
    if (credential !== null) this.ofCredential.set(credential, running + 1);
    return true;
  }

  private release({ address, credential }: Client): void {
    this.addresses.release(address, 1);
    if (credential !== null) {
      const running = (this.ofCredential.get(credential) ?? 1) - 1;
      if (running === 0) this.ofCredential.delete(credential);
      else this.ofCredential.set(credential, running);
    }
    this.beginNext();
  }

  private wait(client: Client): Promise<void> {
    const { maxWaitingActions, actionPatienceMs } = this.limits;
    if (this.waiting.size >= maxWaitingActions) throw tooManyActions();
    return new Promise((resolve, reject) => {
      const entry = { client, begin };
      const timer = setTimeout(() => {
        this.waiting.delete(entry);
        reject(tooManyActions());
      }, actionPatienceMs);
      function begin(): void {
        clearTimeout(timer);
        resolve();
      }
      this.waiting.add(entry);
    });
  }

  /**
   * Begins the first waiting request that may run. Requests before it may belong to a client that has all its slots.
   */
  private beginNext(): void {
    for (const entry of this.waiting) {
      if (!this.take(entry.client)) continue;
      this.waiting.delete(entry);
      entry.begin();
      return;
    }
  }
}

const retryAfterS = 5;

function tooManyActions(): LimitReached {
  const advice = "Close streams that nobody reads, and ask again later.";
  return new LimitReached(`Too many requests and event streams of this client are open. ${advice}`, retryAfterS);
}

/** Shortens a credential. Headers may be long, and only their equality matters here. */
function shortCredential(credential: string): string {
  return credential.length <= 100 ? credential : createHash("sha256").update(credential).digest("base64");
}
