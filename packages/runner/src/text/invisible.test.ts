import { describe, expect, it } from "vitest";
import { printable, printableJson, printableRow } from "../log/printable";

describe("a text from a stranger shows", () => {
  it.each([
    ["what turns its direction", "a\u202Eb\u2066c\u200Fd\u061C", String.raw`a\u202eb\u2066c\u200fd\u061c`],
    [
      "what has no width",
      "ad\u200Bm\u200Ci\u200Dn\u2060\uFEFF\u00AD",
      String.raw`ad\u200bm\u200ci\u200dn\u2060\ufeff\u00ad`,
    ],
    ["words that only a machine reads", "Hi\u{E0049}\u{E007F}", String.raw`Hi\udb40\udc49\udb40\udc7f`],
    ["letters that are empty", "a\u3164b\u115F\uFFA0\u180E", String.raw`a\u3164b\u115f\uffa0\u180e`],
    [
      "signs that choose a picture where there is none",
      "a\uFE0F\uFE00\u{E0100}",
      String.raw`a\ufe0f\ufe00\udb40\udd00`,
    ],
    ["further ends of lines and control characters", "a\u2028b\u0085\u001B[0m", String.raw`a\u2028b\u0085\u001b[0m`],
    ["halves of characters", "\uD83Da\uDE00", String.raw`\ud83da\ude00`],
  ])("%s", (_what, text, shown) => {
    expect(printable(text)).toBe(shown);
    expect(printableRow(text)).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
    expect(JSON.parse(printableJson([text]))).toEqual([text]);
  });

  it("languages and emoji as they are written", () => {
    const plain = "Zoë\tнет 東京\nمی\u200Cخواهم क्\u200Dष 👩🏽\u200D💻 🏳\uFE0F\u200D🌈 ❤\uFE0F 1\uFE0F\u20E3";
    expect(printable(plain)).toBe(plain);
  });
});
