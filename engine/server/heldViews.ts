// States of the database that clients may still query by their timestamps. There are few of them, for a short time,
// because each keeps the database from deleting older versions.
import { RequestError, type QueryView } from "../application/contract";
import { encodeTimestamp } from "./timestamp";

const keptMs = 30_000;
const maxHeld = 8;

interface Held {
  view: QueryView;
  users: number;
  isDropped: boolean;
  timer: NodeJS.Timeout;
}

export class HeldViews {
  private readonly held = new Map<string, Held>();

  constructor(private readonly openView: () => QueryView) {}

  /** Keeps the latest committed state and returns its timestamp. */
  hold(): string {
    const view = this.openView();
    const ts = encodeTimestamp(view.ts);
    const known = this.held.get(ts);
    if (known !== undefined) {
      view.close();
      known.timer.refresh();
      return ts;
    }
    const timer = setTimeout(() => this.drop(ts), keptMs).unref();
    this.held.set(ts, { view, users: 0, isDropped: false, timer });
    const [oldest] = this.held.keys();
    if (this.held.size > maxHeld && oldest !== undefined) this.drop(oldest);
    return ts;
  }

  async use<T>(ts: string, body: (view: QueryView) => Promise<T>): Promise<T> {
    const held = this.held.get(ts);
    if (held === undefined) {
      throw new RequestError(
        400,
        "OutOfRetention",
        "The state at this timestamp cannot be read any more. Ask for another.",
      );
    }
    held.users++;
    try {
      return await body(held.view);
    } finally {
      held.users--;
      if (held.isDropped && held.users === 0) held.view.close();
    }
  }

  private drop(ts: string): void {
    const held = this.held.get(ts);
    if (held === undefined) return;
    clearTimeout(held.timer);
    this.held.delete(ts);
    held.isDropped = true;
    if (held.users === 0) held.view.close();
  }
}
