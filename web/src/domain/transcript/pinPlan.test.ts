import { expect, it } from "vitest";
import type { LoadedMessages, Message } from "./messageStore";
import { pinPlan } from "./pinPlan";

const message = (id: string, kind: string, texts: readonly string[] = []) =>
  ({ id, kind, data: { entries: texts.map((text) => ({ text, state: "done" })) } }) as unknown as Message;
const known = (...messages: Message[]): LoadedMessages => ({
  messages,
  hasOlder: false,
  isLoading: false,
  error: null,
});
const ids = ({ messages }: LoadedMessages) => messages.map(({ id }) => id);

it("pins the newest plan and leaves the other messages, and a plan that the address names", () => {
  const all = known(message("1", "plan", ["a"]), message("2", "text"), message("3", "plan", ["a", "b"]));
  const pinned = pinPlan(all, null);
  expect(pinned.plan?.map(({ text }) => text)).toEqual(["a", "b"]);
  expect(ids(pinned.known)).toEqual(["2"]);
  expect(ids(pinPlan(all, "1").known)).toEqual(["1", "2"]);
});

it("changes nothing without a plan that has entries", () => {
  const all = known(message("1", "plan"), message("2", "text", ["a"]));
  expect(pinPlan(all, null)).toEqual({ plan: null, known: all });
});
