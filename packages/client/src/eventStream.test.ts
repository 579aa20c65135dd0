import { expect, it } from "vitest";
import { EventStreamReader } from "./eventStream.js";

const events = [
  { id: undefined, type: "comment", data: " here" },
  { id: "1", type: "run.created", data: '{"seq":1}' },
  { id: "2", type: "message", data: "a\nb" },
  { id: "2b", type: "place", data: "" },
];

it.each(["\n", "\r\n", "\r"])("events are the same wherever chunks are cut, with the line end %j", (end) => {
  const lines = [
    "retry: 1000",
    "",
    ": here",
    "",
    "id: 1",
    "event: run.created",
    'data: {"seq":1}',
    "",
    "id:2",
    "data:a",
    "data: b",
    "",
    "id: 2b",
  ];
  const text = `${[...lines, "", "id: 3"].join(end)}${end}`;
  for (let cut = 0; cut <= text.length; cut++) {
    const reader = new EventStreamReader();
    expect([...reader.take(text.slice(0, cut)), ...reader.take(text.slice(cut))]).toEqual(events);
  }
});

it("an event without end does not fill the memory", () => {
  const reader = new EventStreamReader();
  const megabyte = "x".repeat(1024 * 1024);
  expect(() => {
    for (let count = 0; count < 20; count++) reader.take(megabyte);
  }).toThrow("too long");
});

it.each([
  ["comments", ": here\n"],
  ["many fields", "id: 1\n"],
])("an event without end does not fill the memory, also where %s come between", (_what, between) => {
  const reader = new EventStreamReader();
  const line = `data: ${"x".repeat(1024 * 1024)}\n`;
  expect(() => {
    for (let count = 0; count < 20; count++) reader.take(line + between);
  }).toThrow("too long");
});

it("events and comments have no bound together", () => {
  const reader = new EventStreamReader();
  const text = `:${"x".repeat(1024 * 1024)}\ndata: ${"x".repeat(1024 * 1024)}\n\n`;
  for (let count = 0; count < 20; count++) expect(reader.take(text)).toHaveLength(2);
});
