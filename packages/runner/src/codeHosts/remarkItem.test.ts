import { describe, expect, it } from "vitest";
import { remarkItem } from "./remarkItem";
import type { Remark } from "./pullRequestSource";

const words = (login: string, text: string) => ({
  author: { login, id: login, isBot: false },
  text,
  at: null,
  url: null,
});

function itemOf(...all: Remark["words"]) {
  const remark = { key: "thread:1", kind: "comment" as const, title: "Comment", path: null, line: null };
  return remarkItem({ ...remark, words: all, isResolved: false }, ({ login }) => login === "ada")[0];
}

describe("what people say in a thread", () => {
  it("names each of them once, whatever the case", () => {
    const item = itemOf(words("ada", "One."), words("Ada", "Two."), words("bob", "Three."));
    expect([item?.author, item?.others]).toEqual([
      { login: "ada", canWrite: true, isBot: false },
      [{ login: "bob", canWrite: false, isBot: false }],
    ]);
    expect(item?.text).toBe("ada:\nOne.\n\nAda:\nTwo.\n\nbob:\nThree.");
    expect(itemOf(words("ada", "One."), words("Ada", "Two."))?.text).toBe("One.\n\nTwo.");
  });

  it("is cut at its beginning, between two of them", () => {
    const item = itemOf(
      words("ada", "a".repeat(10_000)),
      words("ada", "b".repeat(9998)),
      words("ada", "c".repeat(10_000)),
    );
    expect(item?.text).toBe(`${"b".repeat(9998)}\n\n${"c".repeat(10_000)}`);
    expect(itemOf(words("ada", "a"), words("ada", "b".repeat(30_000)))?.text).toBe("b".repeat(20_000));
  });

  // What joins or compares all of it again for each of them takes longer than a test may.
  it("is read at once, also when 20,000 people say something", () => {
    const crowd = Array.from({ length: 20_000 }, (_, at) => words(`u${at}`, "x".repeat(500)));
    const item = itemOf(...crowd);
    expect([item?.others?.length, item?.others?.at(-1)?.login]).toEqual([100, "(more people)"]);
    expect(item?.text.endsWith(`u19999:\n${"x".repeat(500)}`)).toBe(true);
  });
});
