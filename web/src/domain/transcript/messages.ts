// The messages of a sandbox, as the reader asks for them: the newest live, older ones page by page.
//
// A finished message never changes, so only the newest are subscribed. A paginated live query would send a whole page
// again with each message, and such a page grows without end while an agent works.
import type { ConvexReactClient } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { Listeners } from "../../session/listeners";

export type Message = FunctionReturnType<typeof api.messages.dashboard.list>["page"][number];

export interface Known {
  /** The oldest first. */
  messages: readonly Message[];
  hasOlder: boolean;
  isLoading: boolean;
  failure: Error | null;
}

const liveLength = 50;
/** A live page grows with each message. When it has this many, a shorter one takes its place. */
const maxLiveLength = 120;
const olderLength = 100;

export class Messages {
  private shown: Known = { messages: [], hasOlder: false, isLoading: true, failure: null };
  private readonly listeners = new Listeners();
  private cursor: string | null = null;
  private renewals = 0;
  private stopLive: () => void = () => undefined;
  private loadingOlder: Promise<void> | null = null;

  constructor(
    private readonly client: ConvexReactClient,
    private readonly of: { projectId: string; sandboxId: string },
  ) {}

  readonly subscribe = this.listeners.subscribe;
  readonly known = (): Known => this.shown;

  /** Returns what ends the subscription. */
  readonly start = (): (() => void) => {
    this.followNewest();
    return () => this.stopLive();
  };

  /** Resolves when a page of older messages is there. Calls at the same time share one page. */
  loadOlder(): Promise<void> {
    if (!this.shown.hasOlder) return Promise.resolve();
    this.loadingOlder ??= this.readOlder().finally(() => (this.loadingOlder = null));
    return this.loadingOlder;
  }

  private followNewest(): void {
    const stopFormer = this.stopLive;
    // Another length is another query, which the service answers from the newest message again.
    const numItems = liveLength + (this.renewals++ % 2);
    const watch = this.client.watchQuery(api.messages.dashboard.list, {
      ...this.of,
      order: "newestFirst",
      paginationOpts: { numItems, cursor: null },
    });
    let isFirst = true;
    const read = (): void => {
      const found = attempted(() => watch.localQueryResult());
      if (found === undefined) return;
      if (isFirst) stopFormer();
      isFirst = false;
      if (found instanceof Error) return this.change({ isLoading: false, failure: found });
      this.take(found);
    };
    const stop = watch.onUpdate(read);
    this.stopLive = () => {
      stopFormer();
      stop();
    };
    read();
  }

  private take({ page, isDone, continueCursor }: FunctionReturnType<typeof api.messages.dashboard.list>): void {
    if (this.cursor === null) {
      this.cursor = continueCursor;
      this.change({ hasOlder: !isDone });
    }
    this.change({ messages: withNewest(this.shown.messages, page.toReversed()), isLoading: false, failure: null });
    if (page.length > maxLiveLength) this.followNewest();
  }

  private async readOlder(): Promise<void> {
    const { page, isDone, continueCursor } = await this.client.query(api.messages.dashboard.list, {
      ...this.of,
      order: "newestFirst",
      paginationOpts: { numItems: olderLength, cursor: this.cursor },
    });
    this.cursor = continueCursor;
    this.change({ messages: [...page.toReversed(), ...this.shown.messages], hasOlder: !isDone });
  }

  private change(changes: Partial<Known>): void {
    this.shown = { ...this.shown, ...changes };
    this.listeners.tell();
  }
}

/** Finished messages stay the same objects, so their rows are not drawn again. */
function withNewest(known: readonly Message[], newest: readonly Message[]): readonly Message[] {
  const [first] = newest;
  if (first === undefined) return known;
  const place = known.findLastIndex(({ id }) => id === first.id);
  if (place < 0) return [...known, ...newest];
  const former = new Map(known.slice(place).map((message) => [message.id, message]));
  const same = (message: Message): Message => {
    const before = former.get(message.id);
    return before?.status === "complete" ? before : message;
  };
  return [...known.slice(0, place), ...newest.map(same)];
}

function attempted<Value>(read: () => Value): Value | Error {
  try {
    return read();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
