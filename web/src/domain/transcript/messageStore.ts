// The messages of a sandbox, as the reader asks for them: the newest live, older ones page by page.
//
// A finished message never changes, so only the newest are subscribed. A paginated live query would send a whole page
// again with each message, and such a page grows without end while an agent works.
import type { ConvexReactClient } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { watchQuery } from "../../live/watchQuery";
import { Listeners } from "../../session/listeners";

export type Message = FunctionReturnType<typeof api.messages.dashboard.list>["page"][number];

export interface LoadedMessages {
  /** The oldest first. */
  messages: readonly Message[];
  hasOlder: boolean;
  isLoading: boolean;
  error: Error | null;
}

const liveLength = 50;
/** A live page grows with each message. When it has this many, a shorter one takes its place. */
const maxLiveLength = 120;
const olderLength = 100;

export class MessageStore {
  private current: LoadedMessages = { messages: [], hasOlder: false, isLoading: true, error: null };
  private readonly listeners = new Listeners();
  private cursor: string | null = null;
  private renewals = 0;
  private stopLive: () => void = () => undefined;
  private loadingOlder: Promise<void> | null = null;

  constructor(
    private readonly client: ConvexReactClient,
    private readonly ids: { projectId: string; sandboxId: string },
  ) {}

  readonly subscribe = this.listeners.subscribe;
  readonly loaded = (): LoadedMessages => this.current;

  /** Returns what ends the subscription. */
  readonly start = (): (() => void) => {
    this.followNewest();
    return () => this.stopLive();
  };

  /** Resolves when a page of older messages is there. Calls at the same time share one page. */
  loadOlder(): Promise<void> {
    if (!this.current.hasOlder) return Promise.resolve();
    this.loadingOlder ??= this.readOlder();
    return this.loadingOlder;
  }

  private followNewest(): void {
    const stopFormer = this.stopLive;
    // Another length is another query, which the service answers from the newest message again.
    const numItems = liveLength + (this.renewals++ % 2);
    const asked = { ...this.ids, order: "newestFirst" as const, paginationOpts: { numItems, cursor: null } };
    const stop = watchQuery(this.client, api.messages.dashboard.list, asked, (found) => {
      // Until then the previous one is live, so that no message is missed between the two.
      stopFormer();
      if (found instanceof Error) this.update({ isLoading: false, error: found });
      else this.addNewest(found);
    });
    this.stopLive = () => {
      stopFormer();
      stop();
    };
  }

  private addNewest({ page, isDone, continueCursor }: FunctionReturnType<typeof api.messages.dashboard.list>): void {
    if (this.cursor === null) {
      this.cursor = continueCursor;
      this.update({ hasOlder: !isDone });
    }
    this.update({ messages: mergeNewest(this.current.messages, page.toReversed()), isLoading: false, error: null });
    if (page.length > maxLiveLength) this.followNewest();
  }

  private async readOlder(): Promise<void> {
    const paginationOpts = { numItems: olderLength, cursor: this.cursor };
    const asked = { ...this.ids, order: "newestFirst" as const, paginationOpts };
    // Who learns of this page may ask for the next one at once.
    const answer = this.client.query(api.messages.dashboard.list, asked).finally(() => (this.loadingOlder = null));
    const { page, isDone, continueCursor } = await answer;
    this.cursor = continueCursor;
    this.update({ messages: [...page.toReversed(), ...this.current.messages], hasOlder: !isDone });
  }

  private update(changes: Partial<LoadedMessages>): void {
    this.current = { ...this.current, ...changes };
    this.listeners.notify();
  }
}

/** Finished messages stay the same objects, so their rows are not drawn again. */
function mergeNewest(known: readonly Message[], newest: readonly Message[]): readonly Message[] {
  const [first] = newest;
  if (first === undefined) return known;
  const index = known.findLastIndex(({ id }) => id === first.id);
  if (index < 0) return [...known, ...newest];
  const former = new Map(known.slice(index).map((message) => [message.id, message]));
  const same = (message: Message): Message => {
    const before = former.get(message.id);
    return before?.status === "complete" ? before : message;
  };
  return [...known.slice(0, index), ...newest.map(same)];
}
