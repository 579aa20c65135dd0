// Everything that an agent says and does in one step, as messages of the step's sandbox.
import type { AgentEvent, PlanEntry } from "../agents/agent";
import { truncate } from "../text/truncate";
import type { Call } from "../service/callback";
import { CallRefusedError } from "../service/errors";
import type { MessageMetadata } from "../service/operations";
import { StreamedMessage } from "./streamedMessage";
import type { Kind } from "./streamedMessage";

type ToolEvent = Extract<AgentEvent, { kind: "tool" }>;

/** An agent that goes wild must not fill the service: a step has at most this many messages. */
const maxMessages = 5000;
const planMs = 1000;

interface Place {
  sandboxId: string;
  /** A text that no other transcript of this sandbox has. It makes the names of the messages unique. */
  name: string;
}

export class Transcript {
  private readonly growing = new Map<string, StreamedMessage>();
  /** The tool calls by the agent's ids. An agent may give the id of a call that has ended to another call. */
  private readonly tools = new Map<string, { messageId: string; isOver: boolean }>();
  private queue: Promise<unknown> = Promise.resolve();
  private failure: Error | null = null;
  private messages = 0;
  private plan: PlanEntry[] | null = null;
  private planTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly call: Call,
    private readonly place: Place,
  ) {}

  appendText(kind: Kind, id: string, piece: string): void {
    if (piece === "") return;
    const key = `${kind}:${id}`;
    const known = this.growing.get(key);
    if (known !== undefined) return known.append(piece);
    if (!this.mayAddMessage()) return;
    // A new message ends those before it: the reader sees them as finished while the step continues.
    this.finishTexts();
    const messageId = this.nextId();
    const { sandboxId } = this.place;
    const begun = new StreamedMessage(this.call, (work) => this.inOrder(work), { sandboxId, messageId, kind });
    this.growing.set(key, begun);
    begun.append(piece);
  }

  /** What an agent says about a call after its end is left out, because its message is finished. */
  updateTool({ callId, title, state, data }: ToolEvent): void {
    const nature = natureOf("tool", title, { ...data, state });
    const known = this.tools.get(callId);
    if (known?.isOver === true && state !== "running") return;
    const tool = known === undefined || known.isOver ? this.beginTool(callId, nature) : known;
    if (tool === null || state === "running") return;
    tool.isOver = true;
    const message = { sandboxId: this.place.sandboxId, messageId: tool.messageId };
    const finalContent = title;
    this.inOrder(() =>
      this.withoutData(nature, (fitting) =>
        this.call("message.streamFinalize", { ...message, finalContent, ...fitting }),
      ),
    );
  }

  private beginTool(callId: string, nature: MessageMetadata): { messageId: string; isOver: boolean } | null {
    if (!this.mayAddMessage()) return null;
    this.finishTexts();
    const tool = { messageId: this.nextId(), isOver: false };
    this.tools.set(callId, tool);
    const message = { sandboxId: this.place.sandboxId, messageId: tool.messageId };
    this.inOrder(() =>
      this.withoutData(nature, (fitting) => this.call("message.streamCreate", { ...message, ...fitting })),
    );
    return tool;
  }

  /** A plan changes often while an agent works. At most one a second is reported, and always the last one. */
  updatePlan(entries: PlanEntry[]): void {
    this.plan = entries;
    this.planTimer ??= setTimeout(() => this.sendPlan(), planMs);
  }

  addNotice(title: string, text: string): void {
    if (!this.mayAddMessage()) return;
    this.finishTexts();
    this.store("system", text || title, natureOf("notice", title, null));
  }

  /** Sends what is left. Throws if something could not be reported. */
  async finish(): Promise<void> {
    clearTimeout(this.planTimer);
    this.sendPlan();
    this.finishTexts();
    for (let last; last !== this.queue;) {
      last = this.queue;
      await last;
    }
    if (this.failure !== null) throw this.failure;
  }

  private sendPlan(): void {
    this.planTimer = undefined;
    if (this.plan === null || !this.mayAddMessage()) return;
    const marks = { pending: " ", running: ">", done: "x" };
    const text = this.plan.map((entry) => `- [${marks[entry.state]}] ${entry.text}`).join("\n");
    this.store("assistant", text || "(The plan is empty.)", natureOf("plan", "Plan", { entries: this.plan }));
    this.plan = null;
  }

  private store(role: "assistant" | "system", content: string, nature: MessageMetadata): void {
    this.messages += 1;
    const message = {
      sandboxId: this.place.sandboxId,
      role,
      content: truncate(content, 250_000),
      timestamp: Date.now(),
    };
    this.inOrder(() => this.withoutData(nature, (fitting) => this.call("message.store", { ...message, ...fitting })));
  }

  /** What an agent sends as data may break a rule of the service. The message counts more than its data. */
  private async withoutData(
    nature: MessageMetadata,
    send: (fitting: MessageMetadata) => Promise<unknown>,
  ): Promise<void> {
    try {
      await send(nature);
    } catch (error) {
      if (!(error instanceof CallRefusedError) || error.isStaleLease || nature.data === undefined) throw error;
      const { data: _data, ...rest } = nature;
      await send(rest);
    }
  }

  private inOrder(work: () => Promise<unknown>): void {
    this.queue = this.queue
      .then(work)
      .catch((error: unknown) => (this.failure ??= error instanceof Error ? error : new Error(String(error))));
  }

  private finishTexts(): void {
    for (const text of this.growing.values()) text.finish();
    this.growing.clear();
  }

  private nextId(): string {
    return `${this.place.name}/${++this.messages}`;
  }

  private mayAddMessage(): boolean {
    return this.messages < maxMessages;
  }
}

const maxTitle = 200;
const maxData = 15_000;

function natureOf(
  kind: NonNullable<MessageMetadata["kind"]>,
  title: string,
  data: Record<string, unknown> | null,
): MessageMetadata {
  const named = truncate(title.trim(), maxTitle).trim();
  return { kind, ...(named === "" ? {} : { title: named }), ...(data === null ? {} : { data: clipped(data) }) };
}

/** Data that is too large is kept as the beginning of its text. */
function clipped(data: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(data);
  if (Buffer.byteLength(text) <= maxData) return data;
  return {
    clipped: Buffer.from(text)
      .subarray(0, maxData / 2)
      .toString("utf8")
      .slice(0, -1),
  };
}
