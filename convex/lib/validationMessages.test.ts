import { ConvexError } from "convex/values";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { ApiErrorData } from "./errors";
import { epochMs, instant } from "./instants";
import { checkShape } from "./untrusted";

const step = () => z.strictObject({ name: z.string().check(z.minLength(1)), timeoutMs: z.optional(z.int()) });
const request = () =>
  z.strictObject({
    title: z.string().check(z.minLength(1), z.maxLength(5)),
    priority: z.enum(["low", "high"]),
    count: z.optional(z.int().check(z.minimum(1), z.maximum(9))),
    isOn: z.optional(z.boolean()),
    steps: z.optional(z.array(step()).check(z.minLength(1), z.maxLength(2))),
    when: z.optional(instant()),
    atMs: z.optional(epochMs()),
    link: z.optional(z.url()),
    runId: z.optional(z.string()),
  });

function refusalOf(value: unknown, within?: string[]): ApiErrorData {
  try {
    checkShape(request(), value, within);
  } catch (thrown) {
    if (thrown instanceof ConvexError) return thrown.data;
    throw thrown;
  }
  throw new Error("It was not refused.");
}

const messagesOf = (value: unknown): string[] => (refusalOf(value).problems ?? []).map(({ message }) => message);
const good = { title: "x", priority: "low" };

describe("a refusal", () => {
  it("lists all problems, and has the message and field of the first", () => {
    const { code, field, message, problems } = refusalOf({ count: 0, name: "x" });
    expect({ code, field, message }).toEqual({
      code: "VALIDATION",
      field: "title",
      message: "title is required (text).",
    });
    expect(problems?.map((problem) => problem.field)).toEqual(["title", "priority", "count", "name"]);
    expect(problems?.[0]).toEqual({ field, message });
  });

  it.each([
    [{ ...good, title: undefined }, "title is required (text)."],
    [{ ...good, title: "" }, "title must not be empty."],
    [{ ...good, title: "abcdef" }, "title must have at most 5 characters."],
    [{ ...good, title: 1 }, "title must be text."],
    [{ ...good, title: null }, "title must be text."],
    [{ title: "x" }, "priority is required (one of low, high)."],
    [{ ...good, priority: "mid" }, "priority must be one of low, high."],
    [{ ...good, count: 0 }, "count must be at least 1."],
    [{ ...good, count: 10 }, "count must be at most 9."],
    [{ ...good, count: "1" }, "count must be a number."],
    [{ ...good, count: 1.5 }, "count must be a whole number."],
    [{ ...good, isOn: 1 }, "isOn must be true or false."],
    [{ ...good, steps: {} }, "steps must be a list."],
    [{ ...good, steps: [] }, "steps must not be empty."],
    [{ ...good, steps: [{}] }, "steps.0.name is required (text)."],
    [{ ...good, when: "soon" }, "when must be an ISO 8601 time with its zone, or a date, or epoch milliseconds."],
    [{ ...good, atMs: "2026-01-01T00:00:00Z" }, "atMs must be a time in epoch milliseconds, such as 1767225600000."],
    [{ ...good, link: "x" }, "link must be an http or https address."],
    [[], "body must be an object."],
  ])("of %j has the message %s", (value, message) => {
    expect(messagesOf(value)).toEqual([message]);
  });

  it.each([
    [{ ...good, Title: "x" }, "Title is unknown, did you mean title? (known: title, priority, count,"],
    [{ ...good, id: "x" }, "id is unknown, did you mean runId? (known: "],
    [{ ...good, priorty: "x" }, "priorty is unknown, did you mean priority? (known: "],
    [{ ...good, zzz: 1 }, "zzz is unknown (known: "],
    [
      { ...good, steps: [{ name: "x", timeout: 1 }] },
      "steps.0.timeout is unknown, did you mean timeoutMs? (known: name, timeoutMs).",
    ],
  ])("of %j names the known fields", (value, beginning) => {
    const [message] = messagesOf(value);
    expect(message?.slice(0, beginning.length)).toBe(beginning);
  });

  it("lists each of several unknown fields with its path", () => {
    const { problems } = refusalOf({ ...good, a1: 1, b1: 2, steps: [{ name: "x", c1: 1 }] }, ["args"]);
    expect(problems?.map(({ field }) => field)).toEqual(["args.steps.0.c1", "args.a1", "args.b1"]);
  });

  it("lists at most fifty problems", () => {
    const many = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`x${index}`, index]));
    expect(refusalOf({ ...good, ...many }).problems).toHaveLength(50);
  });
});
