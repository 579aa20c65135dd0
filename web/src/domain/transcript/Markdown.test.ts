import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { hostileTexts } from "../../../../tests/support/hostileTexts";
import { ExternalLink } from "../../parts/ExternalLink";
import Markdown from "./Markdown";

const shown = (text: string): string => renderToStaticMarkup(createElement(Markdown, { text }));
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/\s(?:href|src|srcset|action|ping)="([^"]*)"/g)].map((match) => match[1] ?? "");

const leading = [
  "javascript:steal()",
  "JaVaScRiPt:steal()",
  "\u0001javascript:steal()",
  "java\tscript:steal()",
  "data:text/html,x",
  "vbscript:steal",
  "file:///etc/passwd",
  "blob:https://tracker.example/1",
  "ftp://tracker.example",
  "mailto:somebody@tracker.example",
  "//tracker.example",
  "/p/demo/runs",
  "tel:1",
];

describe("what agents write", () => {
  it.each(leading)("leads nowhere by %j", (address) => {
    for (const text of [
      `[a](${address})`,
      `[a](<${address}>)`,
      `<${address}>`,
      `![a](${address})`,
      `[a]\n\n[a]: ${address}`,
    ]) {
      expect(addressesIn(shown(text))).toEqual([]);
    }
    const link = renderToStaticMarkup(createElement(ExternalLink, { href: address, children: "a" }));
    expect(addressesIn(link)).toEqual([]);
  });

  it("leads to pages of the web and nowhere else, however it is written", () => {
    const scheme = fc.constantFrom("http:", "https:", "javascript:", "data:", "file:", "", "//", "about:");
    const link = fc
      .tuple(scheme, fc.string())
      .map(([scheme, rest]) => `[a](<${scheme}${rest.replaceAll(/[<>\n]/g, "")}>)`);
    fc.assert(
      fc.property(link, (text) => {
        for (const address of addressesIn(shown(text))) expect(address).toMatch(/^https?:/i);
      }),
    );
    expect(addressesIn(shown("[a](https://example.com/b)"))).toEqual(["https://example.com/b"]);
  });

  it.each(Object.entries(hostileTexts(14_000)))("is shown, with %s", (_name, text) => {
    expect(shown(text)).toContain("<div");
  });
});
