import { expect, it } from "vitest";
import { findMessages } from "./findMessages";
import type { Message } from "./messageStore";

const message = (id: string, content: string, more: Partial<Message> = {}) =>
  ({ id, kind: "text", title: null, content, status: "complete", data: null, ...more }) as Message;

const messages = [
  message("said", "The cart gives a Discount."),
  message("tool", "", { kind: "tool", title: "npm test", data: { output: "1 failed: discount of the cart" } }),
  message("other", "Nothing of it."),
];

const idsOf = (search: string) => findMessages(messages, search).map(({ id }) => id);

it("finds the messages that have every word, in titles, texts and what tools were given and said", () => {
  expect(idsOf("discount CART")).toEqual(["said", "tool"]);
  expect(idsOf("npm failed")).toEqual(["tool"]);
  expect(idsOf("discount nothing")).toEqual([]);
});

it("finds nothing without a word", () => {
  expect(idsOf("  ")).toEqual([]);
});
