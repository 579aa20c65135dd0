// The calls of clients that have begun and not ended. No new one begins once the application closes.
import { RequestError } from "../contract";

export class OpenCalls {
  /** How many calls have begun since the start. */
  begun = 0;
  private inFlight = 0;
  private isClosing = false;
  private onIdle: (() => void) | null = null;

  async track<T>(body: () => Promise<T>): Promise<T> {
    if (this.isClosing) throw new RequestError(503, "ShuttingDown", "The server is shutting down. Try again shortly.");
    this.inFlight++;
    this.begun++;
    try {
      return await body();
    } finally {
      this.inFlight--;
      if (this.inFlight === 0) this.onIdle?.();
    }
  }

  /** Lets no further call begin. Resolves when the calls in flight have ended. */
  async close(): Promise<void> {
    this.isClosing = true;
    if (this.inFlight > 0) await new Promise<void>((resolve) => (this.onIdle = resolve));
  }
}
