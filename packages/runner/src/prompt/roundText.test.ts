import { expect, it } from "vitest";
import { roundText } from "./roundText";

it("an agent reads nothing that a person who has chosen the feedback could not see", () => {
  const hidden = ["r", "m"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
  const item = { kind: "comment", author: { login: `ada${hidden}` }, isTrusted: false, title: `Why?${hidden}` };
  const feedback = [{ ...item, text: `Rename it.${hidden}\u202E`, path: `a\u200B\`.ts`, line: 7 }];
  const text = roundText({ number: 1, prompt: null, feedback });
  expect(text).toContain(
    String.raw`, by ${"`"}ada\udb40\udc72\udb40\udc6d${"`"}, about ${"`"}a\u200b .ts${"`"}, line 7.`,
  );
  expect(text).toContain(String.raw`Rename it.\udb40\udc72\udb40\udc6d\u202e`);
  expect(text).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
});
