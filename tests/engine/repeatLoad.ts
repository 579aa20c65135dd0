// The load of the replay test: clients request changes under Idempotency-Keys until the engine is gone, and record the
// answers.
import { bearer } from "../support/fixtures";

interface Ask {
  path: string;
  body: Record<string, string>;
}

/** A response as its client saw it. The request id of a refusal is left out, because it is always different. */
export interface Answer {
  status: number;
  text: string;
  isReplay: boolean;
}

export class RepeatLoad {
  /** Every request that was ever sent, by its Idempotency-Key. */
  readonly asked = new Map<string, Ask>();
  /** The first answer that arrived to each request. */
  readonly answers = new Map<string, Answer>();
  /** Requests that were sent and not answered. They must be sent again. */
  private unanswered: string[] = [];

  constructor(
    private readonly apiKey: string,
    private readonly nextAsk: (idempotencyKey: string) => Ask,
  ) {}

  /** Sends requests without pause, beginning with those that were not answered. Returns when the connection is lost. */
  async sendUntilGone(httpUrl: string, connected: AbortSignal): Promise<void> {
    while (await this.sendNext(httpUrl, this.unanswered.shift() ?? this.makeNext(), connected));
  }

  async sendUnanswered(httpUrl: string): Promise<void> {
    for (const key of this.unanswered.splice(0)) await this.sendNext(httpUrl, key);
  }

  /**
   * Sends a request. Throws `fetch`'s TypeError when the connection is lost, and the signal's reason when it aborts.
   */
  async send(httpUrl: string, key: string, signal: AbortSignal | null = null): Promise<Answer> {
    const { path, body } = this.asked.get(key)!;
    const headers = { ...bearer(this.apiKey), "Idempotency-Key": key };
    const response = await fetch(httpUrl + path, { method: "POST", headers, body: JSON.stringify(body), signal });
    const text = (await response.text()).replace(response.headers.get("X-Request-ID")!, "<request id>");
    return { status: response.status, text, isReplay: response.headers.get("Idempotent-Replayed") === "true" };
  }

  private makeNext(): string {
    const key = `key-${this.asked.size}`;
    this.asked.set(key, this.nextAsk(key));
    return key;
  }

  private async sendNext(httpUrl: string, key: string, connected: AbortSignal | null = null): Promise<boolean> {
    try {
      this.answers.set(key, await this.send(httpUrl, key, connected));
      return true;
    } catch (error) {
      if (!(error instanceof TypeError) && connected?.aborted !== true) throw error;
      this.unanswered.push(key);
      return false;
    }
  }
}
