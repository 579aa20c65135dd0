// States of the database that clients may still query by their timestamps. There are few of them, for a short time,
// because each keeps the database from deleting older versions.
import { RequestError, type QueryView } from "../application/contract";
import { encodeTimestamp } from "./timestamp";

const pinnedMs = 30_000;
const maxPinned = 8;

interface Pinned {
  view: QueryView;
  users: number;
  isDropped: boolean;
  timer: NodeJS.Timeout;
}

export class PinnedSnapshots {
  private readonly pinned = new Map<string, Pinned>();

  constructor(private readonly openView: () => QueryView) {}

  /** Keeps the latest committed state and returns its timestamp. */
  pin(): string {
    const view = this.openView();
    const ts = encodeTimestamp(view.ts);
    const known = this.pinned.get(ts);
    if (known !== undefined) {
      view.close();
      known.timer.refresh();
      return ts;
    }
    const timer = setTimeout(() => this.drop(ts), pinnedMs).unref();
    this.pinned.set(ts, { view, users: 0, isDropped: false, timer });
    const [oldest] = this.pinned.keys();
    if (this.pinned.size > maxPinned && oldest !== undefined) this.drop(oldest);
    return ts;
  }

  async use<T>(ts: string, body: (view: QueryView) => Promise<T>): Promise<T> {
    const pinned = this.pinned.get(ts);
    if (pinned === undefined) {
      throw new RequestError(
        400,
        "OutOfRetention",
        "The state at this timestamp cannot be read any more. Ask for another.",
      );
    }
    pinned.users++;
    try {
      return await body(pinned.view);
    } finally {
      pinned.users--;
      if (pinned.isDropped && pinned.users === 0) pinned.view.close();
    }
  }

  private drop(ts: string): void {
    const pinned = this.pinned.get(ts);
    if (pinned === undefined) return;
    clearTimeout(pinned.timer);
    this.pinned.delete(ts);
    pinned.isDropped = true;
    if (pinned.users === 0) pinned.view.close();
  }
}
