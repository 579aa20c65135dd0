// Messages that grow while the agent writes. Pieces are sent together: after 200 ms, or as soon as there are 4 kB.
import { truncate, wellFormedLength } from "../text/truncate";
import type { Call } from "../service/callback";

/** A message of the service takes 900,000 bytes. A character has at most three of them. */
const maxLength = 250_000;
const batchMs = 200;
const batchLength = 4096;

export type Kind = "text" | "thought";

/** One message. Calls are made one after the other, so that chunks arrive in their order. */
export class StreamedMessage {
  private text = "";
  private waiting = "";
  /** The first half of a character that a piece ended with. */
  private half = "";
  private dropped = 0;
  private seq = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly message: { sandboxId: string; messageId: string };

  constructor(
    private readonly call: Call,
    private readonly inOrder: (work: () => Promise<unknown>) => void,
    { sandboxId, messageId, kind }: { sandboxId: string; messageId: string; kind: Kind },
  ) {
    this.message = { sandboxId, messageId };
    inOrder(() => call("message.streamCreate", { ...this.message, kind }));
  }

  append(piece: string): void {
    const all = this.half + piece;
    this.half = all.slice(wellFormedLength(all));
    const whole = all.length - this.half.length;
    const fitting = truncate(all, Math.min(whole, maxLength - this.text.length));
    this.dropped += whole - fitting.length;
    this.text += fitting;
    this.waiting += fitting;
    if (this.waiting.length >= batchLength) this.send();
    else this.timer ??= setTimeout(() => this.send(), batchMs);
  }

  finish(): void {
    clearTimeout(this.timer);
    const finalContent =
      this.dropped === 0 ? this.text : `${this.text}\n[${this.dropped} more characters were dropped.]`;
    this.inOrder(() => this.call("message.streamFinalize", { ...this.message, finalContent }));
  }

  private send(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const chunk = this.waiting;
    this.waiting = "";
    if (chunk === "") return;
    const seq = this.seq++;
    this.inOrder(() => this.call("message.streamAppend", { ...this.message, chunk, seq }));
  }
}
