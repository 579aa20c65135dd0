import { expect, it } from "vitest";
import { estimateSize } from "../../text/json";
import { shortId, toolEvent, ToolCalls } from "./toolCalls";
import { UpdateTranslator } from "./sessionUpdates";

const long = "😀".repeat(100_000);
const deep = JSON.parse("[".repeat(100_000) + "]".repeat(100_000)) as unknown;

it("what is kept of a tool call is bounded, whatever the agent says in it", () => {
  const known = new ToolCalls().update({
    toolCallId: long,
    title: `a${long}`,
    locations: Array.from({ length: 1000 }, () => ({ path: long })),
    content: [{ type: "content", content: { type: "text", text: long } }],
    rawInput: { [long]: long },
  });
  const event = toolEvent(shortId(long), known);
  expect(estimateSize(event)).toBeLessThan(20_000);
  expect(event.title).toMatch(/^a😀+…$/u);
  expect(new ToolCalls().update({ toolCallId: "1", rawInput: deep }).input).toBe("(nested too deeply)");
});

it("plans and notices are bounded, too", () => {
  const transcript = new UpdateTranslator(new ToolCalls());
  const entries = Array.from({ length: 10_000 }, () => ({ content: long, status: "constructor", priority: "low" }));
  const events = [
    ...transcript.eventsOf({ sessionUpdate: "plan", entries } as never),
    ...transcript.eventsOf({ sessionUpdate: "notice", title: long, description: long } as never),
  ];
  expect(events.map(({ kind }) => kind)).toEqual(["plan", "notice"]);
  for (const event of events) expect(estimateSize(event)).toBeLessThan(300_000);
  expect(JSON.stringify(events[0])).toContain(`"state":"pending"`);
});
