// Whether the service can be reached. Many calls are under way at once, and each is repeated until it is answered, so
// only the first failure is reported, and the first answer after it.
import type { Log } from "../log/events";

export class Reachability {
  private isLost = false;

  constructor(
    private readonly url: string,
    private readonly log: Log,
  ) {}

  markUnreachable(reason: string): void {
    if (!this.isLost) this.log({ kind: "unreachable", url: this.url, reason });
    this.isLost = true;
  }

  markReachable(): void {
    if (this.isLost) this.log({ kind: "reached", url: this.url });
    this.isLost = false;
  }
}

const reasons: ReadonlyMap<unknown, string> = new Map([
  ["ECONNREFUSED", "connection refused"],
  ["ECONNRESET", "connection lost"],
  ["UND_ERR_SOCKET", "connection lost"],
  ["ENOTFOUND", "there is no host of this name"],
  ["EAI_AGAIN", "the host's name cannot be looked up"],
  ["EHOSTUNREACH", "no way to the host"],
  ["ENETUNREACH", "no way to the host"],
  ["ETIMEDOUT", "no connection in time"],
  ["UND_ERR_CONNECT_TIMEOUT", "no connection in time"],
]);

/** Says why `fetch` got no answer. Its own message is always the same; the cause has the reason. */
export function connectionFailureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "no answer in time";
  const cause = error.cause instanceof Error ? error.cause : error;
  return reasons.get("code" in cause ? cause.code : undefined) ?? cause.message;
}
