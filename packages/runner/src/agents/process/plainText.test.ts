import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PlainText } from "./plainText";

function plain(...pieces: string[]): string {
  const filter = new PlainText();
  return pieces.map((piece) => filter.push(piece)).join("") + filter.end();
}

describe("the text of a terminal", () => {
  it("loses its colours, its titles and its movements", () => {
    expect(plain("\u001B[1;31mred\u001B[0m \u001B]0;title\u0007and \u001B[2K\u001B[1Aplain\n")).toBe("red and plain\n");
  });

  it("has a line for each state of a progress bar", () => {
    expect(plain("10%\r50%\r100%\r\ndone")).toBe("10%\n50%\n100%\ndone");
  });

  it("keeps tabs and every language, and no other control character", () => {
    expect(plain("a\tb\u0000\u0008 żółw 漢字 🐢")).toBe("a\tb żółw 漢字 🐢");
  });

  it("is the same wherever it is cut", () => {
    const text = "a\u001B[31mb\u001B[0m\r\nc\rd\u001B]8;;http://x\u0007link\u001B]8;;\u0007 e";
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
        expect(plain(...pieces)).toBe("ab\nc\ndlink e");
      }),
    );
  });

  it("holds back no more than a bounded piece of a sequence that never ends", () => {
    const filter = new PlainText();
    const begun = filter.push(`\u001B]0;${"x".repeat(5000)}`);
    expect(begun.length).toBeGreaterThan(4000);
  });
});
