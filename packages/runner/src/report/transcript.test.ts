import { expect, it } from "vitest";
import type { AgentEvent } from "../agents/agent";
import type { Call } from "../service/callback";
import { Transcript } from "./transcript";

type ToolEvent = Extract<AgentEvent, { kind: "tool" }>;

/** Reports what an agent says about its tool calls. Returns what the service receives, in order. */
async function told(events: Pick<ToolEvent, "title" | "state">[]) {
  const calls: { operation: string; messageId: unknown; title: unknown; data: unknown }[] = [];
  const note = (operation: string, { messageId, title, data }: Record<string, unknown>) => {
    calls.push({ operation: operation.replace("message.", ""), messageId, title, data });
    return {} as never;
  };
  const call: Call = async (operation, args) => note(operation, { ...args });
  const transcript = new Transcript(call, { sandboxId: "sb_1", name: "step" });
  for (const event of events) transcript.updateTool({ kind: "tool", callId: "call_1", data: {}, ...event });
  await transcript.finish();
  return calls.map(({ operation, messageId, title, data }) => [operation, messageId, title, data]);
}

it("a tool call is one message, which ends with what is known then", async () => {
  const events = await told([
    { title: "Read", state: "running" },
    { title: "Read a.txt", state: "running" },
    { title: "Read a.txt", state: "done" },
  ]);
  expect(events).toEqual([
    ["streamCreate", "step/1", "Read", { state: "running" }],
    ["streamFinalize", "step/1", "Read a.txt", { state: "done" }],
  ]);
});

it("a call that begins under the id of one that has ended is another message", async () => {
  const events = await told([
    { title: "Read", state: "running" },
    { title: "Read", state: "failed" },
    { title: "Write", state: "running" },
    { title: "Write", state: "done" },
  ]);
  expect(events).toEqual([
    ["streamCreate", "step/1", "Read", { state: "running" }],
    ["streamFinalize", "step/1", "Read", { state: "failed" }],
    ["streamCreate", "step/2", "Write", { state: "running" }],
    ["streamFinalize", "step/2", "Write", { state: "done" }],
  ]);
});

it("what an agent says about a call after its end is left out, because the service would refuse it", async () => {
  const events = await told([
    { title: "Read", state: "done" },
    { title: "Read all of it", state: "done" },
    { title: "Read", state: "failed" },
  ]);
  expect(events).toEqual([
    ["streamCreate", "step/1", "Read", { state: "done" }],
    ["streamFinalize", "step/1", "Read", { state: "done" }],
  ]);
});

it("a title or a message that is cut inside of a character, or never was well-formed, arrives well-formed", async () => {
  const texts: unknown[] = [];
  const call: Call = async (_, args) => {
    texts.push(...Object.values({ title: "", content: "", chunk: "", finalContent: "", ...args }));
    return {} as never;
  };
  const transcript = new Transcript(call, { sandboxId: "sb_1", name: "step" });
  transcript.updateTool({ kind: "tool", callId: "1", data: {}, title: `${"a".repeat(199)}😀`, state: "done" });
  transcript.appendText("text", "1", `a${"😀".repeat(130_000)}`);
  transcript.appendText("thought", "2", "\uD83D");
  transcript.appendText("thought", "2", "\uDE00 and \uDE00");
  transcript.addNotice("\uD83D", "b\uD83D");
  await transcript.finish();
  const said = texts.filter((text) => typeof text === "string");
  expect(said).toContain("😀 and \uFFFD");
  expect(said.filter((text) => Buffer.from(text).toString() !== text)).toEqual([]);
  expect(said.filter((text) => text.startsWith("a😀")).every((text) => text.length < 250_100)).toBe(true);
});
