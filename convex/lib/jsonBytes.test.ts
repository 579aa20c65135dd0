import { expect, it } from "vitest";
import { beginningWithin, endWithin, jsonBytes } from "./jsonBytes";

it.each([
  ["letters", "abc".repeat(1000)],
  ["control characters", "\u0001\u001b[1m".repeat(1000)],
  ["quotes and lines", '"\\\n'.repeat(1000)],
  ["characters of two units", "a" + "😀".repeat(1000)],
  ["halves of characters", "\ud83d".repeat(1000)],
])("a text of %s is cut to what fits as JSON, and between characters", (_what, text) => {
  for (const most of [100, 101, 102, 103, 1001]) {
    for (const [cut, kept] of [
      [endWithin(text, most), (short: string) => text.endsWith(short.slice(1))],
      [beginningWithin(text, most), (short: string) => text.startsWith(short.slice(0, -1))],
    ] as const) {
      expect(jsonBytes(cut)).toBeLessThanOrEqual(most);
      expect(jsonBytes(cut)).toBeGreaterThan(most - 14);
      expect(kept(cut)).toBe(true);
      expect(cut).toContain("…");
      expect(cut.isWellFormed()).toBe(text.isWellFormed());
    }
  }
});

it.each(['It says "no".\n', "\u001b[1mno\u001b[0m", "\ud83d, 😀 and 語"])(
  "a text that fits stays as it is: %j",
  (text) => {
    expect(endWithin(text, jsonBytes(text))).toBe(text);
    expect(beginningWithin(text, jsonBytes(text))).toBe(text);
    expect(endWithin(text, jsonBytes(text) - 1)).not.toBe(text);
    expect(beginningWithin(text, jsonBytes(text) - 1)).not.toBe(text);
  },
);
