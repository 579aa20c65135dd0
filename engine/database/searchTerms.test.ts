import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classOf, searchTermsOf, termsOf } from "./searchTerms";

describe("the words of a text", () => {
  it.each([
    ["Fix the login-page, please!", ["fix", "the", "login", "page", "please"]],
    ["snake_case camelCase v2.10", ["snake", "case", "camelcase", "v2", "10"]],
    ["Größe ÉTÉ Ωmega 東京 ٣٤", ["größe", "été", "ωmega", "東京", "٣٤"]],
    ["don't e.g. 😀 — …", ["don", "t", "e", "g"]],
    ["twice twice", ["twice", "twice"]],
    [" \n\t", []],
    ["", []],
  ])("of %j are %j", (text, words) => {
    expect(termsOf(text)).toEqual(words);
  });

  it("are left out from 32 bytes of UTF-8 on", () => {
    expect(termsOf(`${"a".repeat(31)} ${"b".repeat(32)} ${"é".repeat(15)} ${"ü".repeat(16)} end`)).toEqual([
      "a".repeat(31),
      "é".repeat(15),
      "end",
    ]);
  });

  it("contain only letters and digits, and stay the same when they are joined", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const words = termsOf(text);
        expect(words.join("")).not.toMatch(/[\s._~:"*()]/u);
        expect(termsOf(text.replaceAll(/[^\p{Alphabetic}\p{N}]+/gu, " "))).toEqual(words);
      }),
      { numRuns: 50 },
    );
  });
});

describe("the words of a search", () => {
  it("are its first 16 words, each once, and the last of them as a beginning", () => {
    expect(searchTermsOf("b a b")).toEqual({ words: ["b", "a"], prefix: "b" });
    const many = Array.from({ length: 20 }, (_, at) => `w${at}`);
    expect(searchTermsOf(many.join(" "))).toEqual({ words: many.slice(0, 16), prefix: "w15" });
  });

  it("are empty for a text without words", () => {
    expect(searchTermsOf("?! ")).toEqual({ words: [], prefix: null });
  });
});

describe("the class of a word", () => {
  it("rises with how often it occurs in a text and falls with the text's length", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 5000 }), (count, length) => {
        expect(classOf(count + 1, length)).toBeGreaterThanOrEqual(classOf(count, length));
        expect(classOf(count, length)).toBeGreaterThanOrEqual(classOf(count, length + 1));
      }),
    );
  });

  it("is the lowest in a long text and the highest in a short one or where it is repeated", () => {
    expect([classOf(1, 500), classOf(1, 64), classOf(1, 10), classOf(4, 64)]).toEqual([0, 1, 3, 3]);
  });
});
