// Turns what an ACP agent tells about its turn into events.
import type { ContentBlock, SessionUpdate } from "@agentclientprotocol/sdk/unstable";
import type { AgentEvent, PlanEntry } from "../agent";
import type { ToolCalls } from "./toolCalls";
import { truncate, take, truncateWithEllipsis } from "../../text/truncate";
import { shortId, textOf, toolEvent } from "./toolCalls";

/** The output of a step is read from the last message, of which this much is kept. */
const maxMessage = 1_000_000;
const [maxEntries, maxEntry, maxTitle, maxNotice] = [200, 1000, 1000, 100_000];

const planStates = new Map<string, PlanEntry["state"]>([
  ["pending", "pending"],
  ["in_progress", "running"],
  ["completed", "done"],
]);

export class UpdateTranslator {
  /** The text of the agent's last message. */
  lastMessage = "";
  private lastMessageId: string | null = null;
  private messages = 0;
  /** The kind of the message that pieces without an id continue. */
  private open: "text" | "thought" | null = null;

  constructor(private readonly calls: ToolCalls) {}

  /** Returns the events for an update. Many updates, such as the list of commands, are for editors alone. */
  eventsOf(update: SessionUpdate): AgentEvent[] {
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        return this.piece("text", update.content, update.messageId);
      case "agent_thought_chunk":
        return this.piece("thought", update.content, update.messageId);
      case "tool_call":
      case "tool_call_update":
        this.open = null;
        return [toolEvent(shortId(update.toolCallId), this.calls.update(update))];
      case "plan":
        this.open = null;
        return [{ kind: "plan", entries: take(update.entries, maxEntries).map(planEntry) }];
      case "notice":
        return [noticeOf(update.title, update.description ?? "")];
      default:
        return [];
    }
  }

  /** The next piece without an id begins a message. */
  beginTurn(): void {
    this.open = null;
    this.lastMessage = "";
    this.lastMessageId = null;
  }

  private piece(kind: "text" | "thought", content: ContentBlock, id: string | null | undefined): AgentEvent[] {
    const text = textOf(content);
    if (text === "") return [];
    if (id == null && this.open !== kind) this.messages++;
    this.open = kind;
    // One message of a model holds thoughts and text under the same id.
    const messageId = `${kind}-${id == null ? this.messages : shortId(id)}`;
    if (kind === "text") this.keep(messageId, text);
    return [{ kind, messageId, text }];
  }

  private keep(messageId: string, text: string): void {
    if (messageId !== this.lastMessageId) this.lastMessage = "";
    this.lastMessageId = messageId;
    if (this.lastMessage.length + text.length <= maxMessage) this.lastMessage += text;
  }
}

function noticeOf(title: string, text: string): AgentEvent {
  return { kind: "notice", title: truncate(title, maxTitle), text: truncate(text, maxNotice) };
}

function planEntry({ content, status }: { content: string; status: string }): PlanEntry {
  return { text: truncateWithEllipsis(content, maxEntry), state: planStates.get(status) ?? "pending" };
}
