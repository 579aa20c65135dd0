// What agents write is shown, and can run nothing, load nothing and lead nowhere but to pages of the web.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { startRun } from "../support/fixtures";
import { hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";

/** Each tries to set `window.stolen`, to load something, or to send the reader somewhere. */
const corpus = [
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

describe.skipIf(!hasBrowser())("content of agents", () => {
  let dashboard: Dashboard;
  let run: { id: string; runNumber: number };
  let page: Page;

  beforeAll(async () => {
    dashboard = await openDashboard();
    const hostileName = '"><script>window.stolen=1</script><img src=x onerror=window.stolen=1>';
    run = await startRun(dashboard.api, { name: hostileName, prompt: corpus.slice(0, 10).join("\n") });
    const { job } = dashboard;
    await job.call("run.updateStatus", { runId: run.id, status: "running" });
    const sandbox = { runId: run.id, runtimeSandboxId: "hostile", status: "running" };
    const { id: sandboxId } = (await job.call("sandbox.create", sandbox)) as { id: string };
    for (const content of corpus) {
      for (const kind of ["text", "thought", "tool", "plan", "notice"]) {
        const message = {
          sandboxId,
          role: "assistant",
          content,
          timestamp: Date.now(),
          kind,
          title: content.slice(0, 200),
        };
        await job.call("message.store", message);
      }
    }
    const asked = {
      runId: run.id,
      key: "q",
      title: corpus[1],
      text: corpus.join("\n\n").slice(0, 9_000),
      options: corpus.slice(0, 5),
    };
    await job.call("run.ask", asked);
    const diff = [
      'diff --git "a/<img src=x onerror=window.stolen=1>.html" "b/<img src=x onerror=window.stolen=1>.html"',
      '--- "a/<img src=x onerror=window.stolen=1>.html"',
      '+++ "b/<img src=x onerror=window.stolen=1>.html"',
      "@@ -1,2 +1,3 @@",
      " <html>",
      "-<script>window.stolen = 0</script>",
      "+<script>window.stolen = 1</script>",
      "+<img src=x onerror=window.stolen=1>",
      "diff --git a/javascript:window.stolen=1 b/javascript:window.stolen=1",
      "--- a/javascript:window.stolen=1",
      "+++ b/javascript:window.stolen=1",
      "@@ -0,0 +1 @@",
      "+x",
      "",
    ].join("\n");
    await job.call("sandbox.reportDiff", { sandboxId, diff });
    const files = [{ path: "<img src=x onerror=window.stolen=1>.html", content: "<script>window.stolen = 1</script>" }];
    await job.call("sandbox.reportFiles", { sandboxId, files });
  });

  beforeEach(async () => {
    page = await dashboard.open("/inbox");
  });

  afterAll(async () => dashboard.end());

  /** Looks at everything that the page has made of the content. */
  async function expectHarmless(): Promise<void> {
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
    expect(dashboard.trouble).toEqual([]);
  }

  it("does nothing in the inbox, in lists and in the navigation", async () => {
    await page.getByText("window.stolen").first().waitFor();
    await expectHarmless();
    await page.goto(`${dashboard.socketUrl}/p/demo/runs`);
    await page.getByText("window.stolen").first().waitFor();
    await expectHarmless();
  });

  it("does nothing in a transcript, folded or unfolded, from its beginning to its end", async () => {
    await page.goto(`${dashboard.socketUrl}/p/demo/runs/${run.runNumber}`);
    const log = page.getByRole("log");
    await log.locator("article").first().waitFor();
    await expectHarmless();
    const opened = new Set<string>();
    for (let step = 0; step < 12; step++) {
      for (let tries = 0; tries < 4; tries++) {
        // Rows leave the page when others grow, so the line is looked for and takes the focus in one go.
        const line = await log.evaluate((element) => {
          const folded = element.querySelector<HTMLElement>("[aria-expanded=false]:enabled");
          folded?.focus();
          return folded?.closest("article")?.dataset["message"] ?? null;
        });
        if (line === null) break;
        await page.keyboard.press("Enter");
        if ((await log.locator(`[data-message="${line}"] [aria-expanded=true]`).count()) > 0) opened.add(line);
      }
      await log.evaluate((element, step) => {
        const scroller = element.scrollHeight > element.clientHeight ? element : (document.scrollingElement ?? element);
        scroller.scrollTop = (scroller.scrollHeight * step) / 12;
      }, step);
      await expectHarmless();
    }
    expect(opened.size).toBeGreaterThan(12);
  });

  it.each(["diff", "files", "events"])("does nothing in %s", async (tab) => {
    await page.goto(`${dashboard.socketUrl}/p/demo/runs/${run.runNumber}/${tab}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    await expectHarmless();
  });

  it("is under a policy that would stop it even then", async () => {
    const stopped = await page.evaluate(async () => {
      const refused: string[] = [];
      document.addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
      const attempt = (name: string, act: () => void) => {
        try {
          act();
          return null;
        } catch {
          return name;
        }
      };
      const html = attempt("html", () => {
        document.createElement("div").innerHTML = "<b>x</b>";
      });
      const script = document.createElement("script");
      const text = attempt("text", () => {
        script.text = "window.stolen = 1";
      });
      const image = new Image();
      image.src = "https://tracker.example/pixel.png";
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { html, text, refused: refused.includes("img-src"), stolen: "stolen" in window };
    });
    expect(stopped).toEqual({ html: "html", text: "text", refused: true, stolen: false });
    // These refusals are what the test asked for.
    dashboard.trouble.splice(0);
  });
});
