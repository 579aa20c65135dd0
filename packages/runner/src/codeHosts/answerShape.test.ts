import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { parseAnswer } from "./answerShape";
import { CodeHostError } from "./errors";

const checks = z.array(z.object({ id: z.int(), name: z.string(), status: z.string() }));

function refusalOf(schema: z.ZodType, answer: unknown): string {
  try {
    parseAnswer(schema, answer);
  } catch (error) {
    if (error instanceof CodeHostError) return error.message;
    throw error;
  }
  return "It was read.";
}

describe("an answer", () => {
  it("of another shape is refused with its first faults only", () => {
    const refusal = refusalOf(
      checks,
      Array.from({ length: 10_000 }, () => ({})),
    );
    expect(refusal).toMatch(/^The code host has answered with something else than its API does: /);
    expect(refusal.match(/✖/g)).toHaveLength(5);
    const name = "n".repeat(100_000);
    expect(refusalOf(z.strictObject({}), { [name]: 1 }).length).toBeLessThan(1100);
  });

  it.each([
    ["in one list", Array.from({ length: 50_000 }, () => 1)],
    ["in lists within lists", Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => ({})))],
    ["below one another", nested(60_000)],
    ["as fields of one object", Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`f${index}`, 1]))],
  ])("with more values than any answer has %s is refused before its shape is compared", (_place, answer) => {
    let compared = 0;
    const schema = z.unknown().transform(() => (compared += 1));
    expect(refusalOf(schema, answer)).toBe("The code host has answered with more than 50000 values");
    expect(compared).toBe(0);
  });

  it("with as many values as are allowed is read", () => {
    const answer = Array.from({ length: 49_999 }, () => 1);
    expect(parseAnswer(z.array(z.int()), answer)).toEqual(answer);
  });
});

function nested(levels: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

describe("the largest pages that GitHub's own description has", () => {
  const folder = path.dirname(createRequire(import.meta.url).resolve("@octokit/openapi/package.json"));
  const file = path.join(folder, "generated/api.github.com.json");
  const { components } = JSON.parse(readFileSync(file, "utf8")) as {
    components: { examples: Record<string, { value: unknown }> };
  };

  it.each([
    ["pull-request-review-items", null, 100],
    ["pull-request-review-comment-items", null, 100],
    ["issue-comment-items", null, 100],
    ["check-run-paginated", "check_runs", 100],
    ["combined-commit-status", "statuses", 100],
    ["workflow-run-paginated", "workflow_runs", 100],
    ["job-paginated", "jobs", 100],
    ["pull-request-simple-items", null, 30],
  ])("%s are less than half of what is read", (name, field, count) => {
    const found = components.examples[name]?.value;
    const [item] = (field === null ? found : (found as Record<string, unknown>)[field]) as unknown[];
    const twice = Array.from({ length: 2 * count }, () => item);
    expect(item).toBeDefined();
    expect(parseAnswer(z.array(z.unknown()), twice)).toHaveLength(2 * count);
  });
});
