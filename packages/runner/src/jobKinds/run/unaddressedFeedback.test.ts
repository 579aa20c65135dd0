import { expect, it } from "vitest";
import { readReasons } from "./unaddressedFeedback";

const item = {} as Parameters<typeof readReasons>[1]["feedback"][number];
const read = (text: string) => readReasons(text, { feedback: [item, item] });

it("reads the reasons of items that there are", () => {
  expect(read('{"1":" Too large. ","2":7,"3":"Mine.","__proto__":"x"}')).toEqual({ 1: "Too large." });
  expect(read(JSON.stringify({ 2: "x".repeat(9000) }))["2"]).toHaveLength(2000);
});

it.each(["", "{", "null", "[]", '"1"', '{"1":""}'])("takes %j for nothing", (text) => {
  expect(read(text)).toEqual({});
});
