import { expect, it } from "vitest";
import type { AgentEvent, AgentSession } from "./agent";
import { withoutToken } from "./withoutToken";

const token = "svc_agent_abc_0123456789";

async function eventsOf(...events: AgentEvent[]): Promise<AgentEvent[]> {
  async function* given() {
    yield* events;
  }
  const session: AgentSession = { events: given(), answer: () => {}, say: () => true, cancel: async () => {} };
  const seen: AgentEvent[] = [];
  for await (const event of withoutToken(session, token).events) seen.push(event);
  return seen;
}

const said = (text: string, messageId = "1"): AgentEvent => ({ kind: "text", messageId, text });

it("masks the token wherever pieces of a text are cut, and loses nothing else", async () => {
  const text = `svc_agent_a ${token}${token}, svc_ ${token.slice(0, -1)}. sv`;
  for (let at = 0; at <= text.length; at++) {
    for (const size of [1, 2, 7, 100]) {
      const rest = text.slice(at).match(new RegExp(`.{1,${size}}`, "g")) ?? [];
      const seen = await eventsOf(said(text.slice(0, at)), ...rest.map((piece) => said(piece)));
      const shown = seen.map((event) => (event.kind === "text" ? event.text : "?")).join("");
      expect(shown).toBe(`svc_agent_a ******, svc_ ${token.slice(0, -1)}. sv`);
    }
  }
});

it("keeps the order: what waits is said before another message, another event and the end", async () => {
  const notice: AgentEvent = { kind: "notice", title: "x", text: "y" };
  const thought: AgentEvent = { kind: "thought", messageId: "1", text: "svc" };
  expect(await eventsOf(said("a svc_"), said("b", "2"), said("c s"), notice, said("sv"), thought)).toEqual([
    said("a "),
    said("svc_"),
    said("b", "2"),
    said("c "),
    said("s"),
    notice,
    said("sv"),
    thought,
  ]);
});

it("masks every text of every other event, and leaves the ids by which the agent is answered", async () => {
  const has = `has ${token}!`;
  const seen = await eventsOf(
    { kind: "tool", callId: has, title: has, state: "done", data: { input: [{ [has]: has, n: 5, no: null }] } },
    { kind: "plan", entries: [{ text: has, state: "done" }] },
    { kind: "question", id: has, title: has, text: has, options: [has], schema: { title: has } },
    { kind: "permission", id: "1", title: has, paths: [has], options: [{ id: "yes", name: has, allows: true }] },
    { kind: "limit", resetsAtMs: 5, reason: has },
    { kind: "end", outcome: "failed", reason: has, output: [has] },
  );
  const masked = "has ***!";
  expect(seen).toEqual([
    {
      kind: "tool",
      callId: has,
      title: masked,
      state: "done",
      data: { input: [{ [masked]: masked, n: 5, no: null }] },
    },
    { kind: "plan", entries: [{ text: masked, state: "done" }] },
    { kind: "question", id: has, title: masked, text: masked, options: [masked], schema: { title: masked } },
    {
      kind: "permission",
      id: "1",
      title: masked,
      paths: [masked],
      options: [{ id: "yes", name: masked, allows: true }],
    },
    { kind: "limit", resetsAtMs: 5, reason: masked },
    { kind: "end", outcome: "failed", reason: masked, output: [masked] },
  ]);
});
