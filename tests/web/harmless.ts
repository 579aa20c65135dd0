// Texts that try to do something to their reader, and a look at what a page has made of them.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Dashboard } from "./browser";

/** Each tries to set `window.stolen`, to load something, or to send the reader somewhere. */
export const corpus = [
  "<script>window.stolen = 1</script>",
  '<img src=x onerror="window.stolen = 1">',
  "<svg onload=window.stolen=1>",
  '<iframe src="javascript:window.parent.stolen=1"></iframe>',
  "[a link](javascript:window.stolen=1)",
  "[a link](JaVaScRiPt:window.stolen=1)",
  "[a link](\u0001javascript:window.stolen=1)",
  "[a link](java\nscript:window.stolen=1)",
  "[a link](data:text/html,<script>window.stolen=1</script>)",
  "[a link](vbscript:window.stolen)",
  "[a link](file:///etc/passwd)",
  "<javascript:window.stolen=1>",
  "![an image](https://tracker.example/pixel.png)",
  "![an image](//tracker.example/pixel.png)",
  '<link rel="stylesheet" href="https://tracker.example/x.css">',
  '<style>body { background: url("https://tracker.example/x.png") }</style>',
  '<base href="https://tracker.example/">',
  '<meta http-equiv="refresh" content="0; url=https://tracker.example/">',
  '<form action="https://tracker.example/"><button>Sign in again</button></form>',
  '<a href="https://tracker.example" ping="https://tracker.example/ping">click</a>',
  "```html\n<script>window.stolen = 1</script>\n```",
  "`<script>window.stolen = 1</script>`",
  "| a | b |\n| - | - |\n| <script>window.stolen=1</script> | [x](javascript:window.stolen=1) |",
  "- [ ] <img src=x onerror=window.stolen=1>",
  "\u001B]8;;javascript:window.stolen=1\u0007a link of the terminal\u001B]8;;\u0007",
  "\u202Egnp.exe\u202C and \u0000 and \uFFFE",
  `${"[".repeat(2_000)}x${"](".repeat(2_000)}`,
  `${"*".repeat(5_000)}a${"_".repeat(5_000)}`,
  `${"> ".repeat(500)}deep`,
];

/** Looks at everything that the page has made of the content. */
export async function expectHarmless(page: Page, dashboard: Dashboard): Promise<void> {
  const found = await page.evaluate(() => {
    const scripts = [...document.scripts].filter(({ src }) => !src.startsWith(location.origin)).length;
    const addresses = [...document.querySelectorAll("[href], [src], [action], [ping], [srcset]")]
      .flatMap((element) => ["href", "src", "action", "ping", "srcset"].map((name) => element.getAttribute(name)))
      .filter((address): address is string => address !== null && !/^(?:https?:|\/|#)/.test(address));
    const foreign = document.querySelectorAll(
      "main :is(iframe, object, embed, form[action], base, meta, link, style)",
    ).length;
    const handlers = [...document.querySelectorAll("*")].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith("on")),
    ).length;
    return { stolen: "stolen" in window, scripts, addresses, foreign, handlers };
  });
  expect(found).toEqual({ stolen: false, scripts: 0, addresses: [], foreign: 0, handlers: 0 });
  expect(dashboard.pageErrors).toEqual([]);
}
