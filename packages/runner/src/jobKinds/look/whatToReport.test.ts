import { describe, expect, it } from "vitest";
import type { HostCheck } from "../../codeHosts/checks";
import type { FeedbackItem } from "../../codeHosts/feedbackItem";
import { whatToReport } from "./whatToReport";

const item = (key: string, kind: FeedbackItem["kind"], more: Partial<FeedbackItem> = {}): FeedbackItem => {
  return { key, kind, title: key, text: "text", ...more };
};
const open = (key: string, kind: FeedbackItem["kind"]) => ({ key, kind, title: key });
const found = { head: "abc1234", checks: [] as HostCheck[] };
const keys = (items: FeedbackItem[]) =>
  items.map(({ key, isResolved = false }) => `${key} ${isResolved ? "ended" : "open"}`);

describe("a look reports", () => {
  it("what is open now, what has ended and was open, and reviews that ask for nothing", () => {
    const items = [
      item("conflict", "conflict", { isResolved: true }),
      item("thread:1", "comment", { isResolved: true }),
      item("thread:2", "comment", { isResolved: true }),
      item("review:3", "review", { isResolved: true }),
      item("check:test", "check"),
    ];
    const reported = whatToReport({ items, isWhole: true }, [open("thread:2", "comment")], found);
    expect(keys(reported)).toEqual(["thread:2 ended", "review:3 ended", "check:test open"]);
  });

  it("the end of checks that no longer fail, in words that another failure differs from", () => {
    const reported = whatToReport({ items: [], isWhole: true }, [open("check:test", "check")], found);
    expect(reported).toEqual([
      item("check:test", "check", { text: "The check does not fail on commit abc1234.", isResolved: true }),
    ]);
  });

  it("the end of what was deleted, unless there is more than was read", () => {
    const before = [open("comment:1", "comment"), open("conflict", "conflict"), open("elsewhere", "comment")];
    expect(keys(whatToReport({ items: [], isWhole: true }, before, found))).toEqual(["comment:1 ended"]);
    expect(whatToReport({ items: [], isWhole: false }, before, found)).toEqual([]);
  });

  it("nothing about checks that the key may not see", () => {
    const unknown = { ...found, checks: null };
    expect(whatToReport({ items: [], isWhole: true }, [open("check:test", "check")], unknown)).toEqual([]);
  });
});
