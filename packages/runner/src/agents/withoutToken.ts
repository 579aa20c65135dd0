// Keeps a token that an agent has in its hands out of everything that people see of the agent. It guards against
// accidents, such as an agent that prints its variables: one that wants to can spell the token in another way.
import { truncate } from "../text/truncate";
import type { AgentEvent, AgentSession } from "./agent";

const mask = "***";

type Text = Extract<AgentEvent, { kind: "text" | "thought" }>;

/** A session that says and does the same, with the token masked in all of its events. */
export function withoutToken(session: AgentSession, token: string): AgentSession {
  return {
    events: maskedEvents(session.events, token),
    answer: (id, answer) => session.answer(id, answer),
    say: (text) => session.say(text),
    cancel: () => session.cancel(),
  };
}

/** A text comes in pieces, so an end that may be the beginning of the token waits for the next piece. */
async function* maskedEvents(events: AsyncIterable<AgentEvent>, token: string): AsyncGenerator<AgentEvent> {
  let held: Text | null = null;
  for await (const event of events) {
    const isText = event.kind === "text" || event.kind === "thought";
    if (held !== null && !(isText && event.kind === held.kind && event.messageId === held.messageId)) {
      yield held;
      held = null;
    }
    if (!isText) {
      yield masked(event, token);
      continue;
    }
    const text: string = (held?.text ?? "") + event.text;
    const whole = text.replaceAll(token, mask);
    const said = truncate(whole, whole.length - beginningAtEnd(whole, token));
    held = said.length === whole.length ? null : { ...event, text: whole.slice(said.length) };
    if (said !== "") yield { ...event, text: said };
  }
  if (held !== null) yield held;
}

/** The length of the longest end of the text with which the token begins. */
function beginningAtEnd(text: string, token: string): number {
  for (let length = Math.min(text.length, token.length - 1); length > 0; length--) {
    if (token.startsWith(text.slice(-length))) return length;
  }
  return 0;
}

/** The agent is answered by the ids that it has given, so these stay. */
const ids: ReadonlySet<string> = new Set(["id", "callId", "messageId"]);

function masked<Event extends AgentEvent>(event: Event, token: string): Event {
  const fields = Object.entries(event).map(([name, value]) => [
    name,
    ids.has(name) ? value : maskedValue(value, token),
  ]);
  // Only texts change, and no type of an event says which texts there are.
  return Object.fromEntries(fields) as Event;
}

function maskedValue(value: unknown, token: string): unknown {
  if (typeof value === "string") return value.replaceAll(token, mask);
  if (Array.isArray(value)) return value.map((item) => maskedValue(item, token));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [
    name.replaceAll(token, mask),
    maskedValue(inner, token),
  ]);
  return Object.fromEntries(fields) as unknown;
}
