import fc from "fast-check";
import { expect, it } from "vitest";
import { omitNullish } from "../lib/omitNullish";
import { bytesAdded, compileLearnings } from "./compile";
import type { Source } from "./compile";

let made = 0;
function learning(fields: Partial<Source> & { description: string }): Source {
  made += 1;
  return { _id: `learning${made}` as Source["_id"], _creationTime: made, correctedAtMs: made, ...fields };
}

it("groups learnings by category, the newest correction first", () => {
  const learnings = [
    learning({ description: "Without a category." }),
    learning({ description: "Use npm ci.", category: "builds", trigger: "in CI", correctBehavior: "npm ci" }),
    learning({ description: "Name the index.", category: "Api", severity: "high" }),
    learning({ description: "Clear the cache.", category: "builds" }),
    learning({ description: "Corrected later.", category: "builds", correctedAtMs: 1_000_000 }),
  ];
  expect(compileLearnings(learnings, "designer")).toEqual({
    learningCount: 5,
    content: `# Learnings for designer

## Api

### Learning, severity high

- Learned: Name the index.

## builds

### Learning

- Learned: Corrected later.

### Learning

- Learned: Clear the cache.

### Learning

- When: in CI
- Learned: Use npm ci.
- Do: npm ci

## Uncategorized

### Learning

- Learned: Without a category.
`,
  });
});

it("returns an empty document for no learnings", () => {
  expect(compileLearnings([], "designer")).toEqual({ content: "", learningCount: 0 });
});

it("mentions a role only when one is given", () => {
  expect(compileLearnings([learning({ description: "A." })]).content).toMatch(/^# Learnings\n\n## Uncategorized\n/);
});

it("keeps the newest of duplicates, whose texts differ only in case and white space", () => {
  const { content, learningCount } = compileLearnings([
    learning({ description: "Use  npm ci", correctBehavior: "Run it", category: "old" }),
    learning({ description: " use NPM\tci ", correctBehavior: "run\nit", category: "new" }),
  ]);
  expect(learningCount).toBe(1);
  expect(content).toContain("## new");
  expect(content).not.toContain("## old");
});

it("keeps learnings that differ only in the description or the correct behavior", () => {
  const learnings = [
    learning({ description: "A" }),
    learning({ description: "A", correctBehavior: "B" }),
    learning({ description: "A", correctBehavior: "C" }),
    learning({ description: "D", correctBehavior: "C" }),
  ];
  expect(compileLearnings(learnings).learningCount).toBe(4);
});

it("keeps all lines of a text inside its list item", () => {
  const description = "Do not:\r\n```sh\nrm -rf /\n\n# Learnings for all";
  expect(compileLearnings([learning({ description })]).content).toContain(
    "- Learned: Do not:\n  ```sh\n  rm -rf /\n\n  # Learnings for all\n",
  );
});

const markdown = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.array(fc.constantFrom("#", "##", "- ", "\n", "\r", "\u2028", "```", "<!--", "---", " ", "a", "A"), {
    maxLength: 12,
  }),
);
const text = markdown.map((parts) => (typeof parts === "string" ? parts : parts.join("")).toWellFormed());
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });

const sources: fc.Arbitrary<Source[]> = fc
  .array(
    fc.record({
      description: text.map((some) => `x${some}`),
      trigger: optional(text),
      correctBehavior: optional(text),
      category: optional(text.map((some) => `c${some}`)),
      severity: optional(fc.constantFrom("low" as const, "critical" as const)),
      correctedAtMs: fc.integer({ min: 0, max: 5 }),
    }),
    { maxLength: 12 },
  )
  .map((all) =>
    all.map(({ trigger, correctBehavior, category, severity, ...others }) =>
      learning({
        ...others,
        ...omitNullish({ trigger, correctBehavior, category, severity }),
      }),
    ),
  );

it("has only its own headings outside list items, for any texts", () => {
  fc.assert(
    fc.property(sources, (learnings) => {
      const { content, learningCount } = compileLearnings(learnings, "designer");
      const outside = content
        .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
        .filter((line) => line !== "" && !/^ {2}/.test(line));
      const startingWith = (start: RegExp) => outside.filter((line) => start.test(line)).length;
      const titles = startingWith(/^# /);
      const categories = startingWith(/^## /);
      const entries = startingWith(/^### Learning(, severity (low|critical))?$/);
      const items = startingWith(/^- (When|Learned|Do): /);
      expect(titles + categories + entries + items).toBe(outside.length);
      expect(titles).toBe(Math.min(learningCount, 1));
      expect(entries).toBe(learningCount);
      expect(startingWith(/^- Learned: /)).toBe(learningCount);
      expect(categories).toBeLessThanOrEqual(learningCount);
    }),
  );
});

it("does not depend on the order of the learnings, and contains none twice", () => {
  fc.assert(
    fc.property(sources, (learnings) => {
      const compiled = compileLearnings(learnings);
      expect(compileLearnings(learnings.toReversed())).toEqual(compiled);
      expect(compileLearnings([...learnings, ...learnings])).toEqual(compiled);
    }),
  );
});

it("has at most the length that bytesAdded returns, plus its title", () => {
  fc.assert(
    fc.property(sources, (learnings) => {
      const { content } = compileLearnings(learnings, "designer");
      const bytes = new TextEncoder().encode(JSON.stringify(content)).length;
      const added = learnings.reduce((sum, each) => sum + bytesAdded(each), 0);
      expect(bytes).toBeLessThanOrEqual(added + "# Learnings for designer".length + 10);
    }),
  );
});
