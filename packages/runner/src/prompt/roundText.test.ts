import { describe, expect, it } from "vitest";
import { roundText } from "./roundText";

it("an agent reads nothing that a person who has chosen the feedback could not see", () => {
  const hidden = ["r", "m"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
  const item = {
    key: "thread:1",
    kind: "comment",
    author: { login: `ada${hidden}` },
    isTrusted: false,
    title: `Why?${hidden}`,
  };
  const feedback = [{ ...item, text: `Rename it.${hidden}\u202E`, path: `a\u200B\`.ts`, line: 7 }];
  const text = roundText({ number: 1, prompt: null, feedback, lines: new Map() });
  expect(text).toContain(
    String.raw`, by ${"`"}ada\udb40\udc72\udb40\udc6d${"`"}, about ${"`"}a\u200b .ts${"`"}, line 7.`,
  );
  expect(text).toContain(String.raw`Rename it.\udb40\udc72\udb40\udc6d\u202e`);
  expect(text).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
});

describe("the lines of a thread", () => {
  const item = { key: "thread:1", kind: "comment", author: null, isTrusted: true, title: "Why?", text: "Why?" };
  const feedback = [{ ...item, path: "a.ts", line: 7 }];
  const said = (lines: object) => {
    const all = new Map([["thread:1", { start: null, end: 9, isOutdated: false, hunk: null, ...lines }]]);
    return roundText({ number: 1, prompt: null, feedback, lines: all });
  };

  it("are all of them, with the code that it was said about as data", () => {
    const hunk = `@@ -1 +1,3 @@\n${"x".repeat(9000)}\n+const a = 1;\n+\`\`\`\u202E`;
    const text = said({ start: 5, hunk });
    expect(text).toContain("about `a.ts`. Do what it asks");
    expect(text).toContain("It is about lines 5 to 9. This is the end of the diff");
    expect(text).toContain(`+const a = 1;\n+\`\`\`${String.raw`\u202e`}\n\`\`\`\``);
    expect(text).not.toContain("@@ -1");
    expect(text.length).toBeLessThan(4500);
  });

  it("are those of an earlier version where they have changed since", () => {
    expect(said({})).toContain("It is about line 9.");
    expect(said({ start: 9, isOutdated: true })).toContain(
      "It was said about line 9 of an earlier version, and these lines have changed since.",
    );
  });
});
