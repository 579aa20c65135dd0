// What agents write is shown, and can run nothing, load nothing and lead only to pages of the web. Whatever it
// is, the page stays, and with it what can be done about the run.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { startRun } from "../support/fixtures";
import { hostileTexts } from "../support/hostileTexts";
import { uniqueName, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { corpus, expectHarmless } from "./harmless";

describe.skipIf(!hasBrowser())("content of agents", () => {
  let dashboard: Dashboard;
  let run: { id: string; runNumber: number };
  let page: Page;
  /** The messages that are shown at once, and some that unfold. */
  const texts: string[] = [];
  const folded: string[] = [];

  /** A run that asks something, with these messages, few enough that all are on the page. */
  async function runWith(contents: string[]): Promise<{ runNumber: number }> {
    const { job, api } = dashboard;
    const made: { id: string; runNumber: number } = await startRun(api);
    await job.call("run.updateStatus", { runId: made.id, status: "running" });
    const sandbox = { runId: made.id, runtimeSandboxId: uniqueName("contained"), status: "running" };
    const { id: sandboxId } = (await job.call("sandbox.create", sandbox)) as { id: string };
    for (const content of contents) {
      await job.call("message.store", { sandboxId, role: "assistant", content, timestamp: Date.now() });
    }
    await job.call("run.ask", { runId: made.id, key: "q", title: "Where to?", options: ["left", "right"] });
    return made;
  }

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
        const { id } = (await job.call("message.store", message)) as { id: string };
        if (kind === "text") texts.push(id);
        if (kind === "thought") folded.push(id);
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

  it("does nothing in the inbox, in lists and in the navigation", async () => {
    await page.getByText("window.stolen").first().waitFor();
    await expectHarmless(page, dashboard);
    await page.goto(`${dashboard.socketUrl}/p/demo/runs`);
    await page.getByText("window.stolen").first().waitFor();
    await expectHarmless(page, dashboard);
  });

  /**
   * Notes every address that the page ever shows, and every message whose Markdown was read. Only what is in sight is
   * on the page, so looking now and then would miss what came and went in between.
   */
  async function watch(): Promise<void> {
    await page.addInitScript(() => {
      const watched = { bad: [] as string[], read: [] as string[] };
      Object.assign(window, { watched });
      const look = (element: Element) => {
        for (const name of ["href", "src", "action", "ping", "srcset"]) {
          const address = element.getAttribute(name);
          if (address !== null && !/^(?:https?:|\/|#)/.test(address)) watched.bad.push(address);
        }
        const message = element.closest<HTMLElement>("[data-message]")?.dataset["message"];
        const isRead = element.closest("[class*=markdown], [data-kind=notice], [data-kind=tool]") !== null;
        if (message !== undefined && isRead && !watched.read.includes(message)) watched.read.push(message);
      };
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
          for (const node of [target, ...addedNodes]) {
            if (!(node instanceof Element)) continue;
            look(node);
            for (const inner of node.querySelectorAll("*")) look(inner);
          }
        }
      }).observe(document, { childList: true, subtree: true, attributeFilter: ["href", "src", "action", "ping"] });
    });
  }

  interface Watched {
    bad: string[];
    read: string[];
  }

  const watched = async (): Promise<Watched> =>
    await page.evaluate(() => (window as unknown as { watched: Watched }).watched);

  /** Goes through the transcript from its beginning, and unfolds it, until every one of these messages was shown. */
  async function readAll(ids: readonly string[]): Promise<void> {
    await page.getByRole("log").locator("article").first().waitFor();
    for (let pass = 0; pass < 4; pass++) {
      let place = 0;
      for (let end = false; !end;) {
        end = await page.evaluate((place) => {
          window.scrollTo({ top: place });
          for (const line of document.querySelectorAll<HTMLElement>("[role=log] [aria-expanded=false]:enabled")) {
            line.click();
          }
          return place + window.innerHeight >= (document.scrollingElement?.scrollHeight ?? 0);
        }, place);
        place += 600;
        // The rows in sight are drawn, and what they load is there.
        await page.evaluate(
          async () => await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))),
        );
      }
      const { read } = await watched();
      if (ids.every((id) => read.includes(id))) return;
      const older = page.getByRole("button", { name: "Earlier messages" });
      if (await older.isVisible()) await older.click();
    }
    const { read } = await watched();
    expect(ids.filter((id) => !read.includes(id))).toEqual([]);
  }

  it("does nothing in a transcript, folded or unfolded, from its beginning to its end", async () => {
    await watch();
    await page.goto(`${dashboard.socketUrl}/p/demo/runs/${run.runNumber}`);
    await readAll([...texts, ...folded]);
    expect((await watched()).bad).toEqual([]);
    await expectHarmless(page, dashboard);
  });

  it.each(["diff", "files", "events"])("does nothing in %s", async (tab) => {
    await page.goto(`${dashboard.socketUrl}/p/demo/runs/${run.runNumber}/${tab}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    await expectHarmless(page, dashboard);
  });

  it("breaks neither the page, nor its question, nor its commands, whatever a message is", async () => {
    const { job, api } = dashboard;
    const name = uniqueName("Everything at once ");
    const broken = await startRun(api, { name });
    await job.call("run.updateStatus", { runId: broken.id, status: "running" });
    const sandbox = { runId: broken.id, runtimeSandboxId: uniqueName("whatever"), status: "running" };
    const { id: sandboxId } = (await job.call("sandbox.create", sandbox)) as { id: string };
    const ids: string[] = [];
    // The service takes no halves of characters.
    const taken = Object.values(hostileTexts(14_000)).filter((text) => text.isWellFormed());
    const contents = [...taken, "> ".repeat(10_000), "1. ".repeat(8_000), "a ".repeat(400_000)];
    const kinds = ["constructor", "__proto__", "toString"].map((kind) => ({ kind, title: kind, input: { kind } }));
    for (const content of contents) {
      const said = { sandboxId, role: "assistant", content, timestamp: Date.now(), kind: "text" };
      ids.push(((await job.call("message.store", said)) as { id: string }).id);
    }
    for (const data of kinds) {
      const called = { sandboxId, role: "assistant", content: "x", timestamp: Date.now(), kind: "tool", data };
      ids.push(((await job.call("message.store", called)) as { id: string }).id);
    }
    await job.call("run.ask", { runId: broken.id, key: "q", title: "Which way?", options: ["Left", "Right"] });
    await watch();
    await page.goto(`${dashboard.socketUrl}/p/demo/runs/${broken.runNumber}`);
    await readAll(ids);
    expect(await page.locator("[data-contained]").count()).toBe(0);
    expect(await page.getByText("This cannot be shown").count()).toBe(0);
    for (const what of ["Pause", /^Left/]) await page.getByRole("button", { name: what }).waitFor();
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("keeps the rest of the page when one message cannot be shown", async () => {
    // No text is known that does this, so the page is made to fail at one.
    await page.addInitScript(() => {
      const own = Object.getOwnPropertyDescriptor(String.prototype, "replaceAll")?.value as (
        ...args: unknown[]
      ) => string;
      Object.assign(String.prototype, {
        replaceAll(this: string, ...args: unknown[]) {
          if (this.startsWith("<javascript")) throw new Error("Too much.");
          return own.apply(this, args);
        },
      });
    });
    const { runNumber } = await runWith(["Before.", corpus[11] ?? "", "After."]);
    await page.goto(`${dashboard.socketUrl}/p/demo/runs/${runNumber}`);
    await page.locator("[data-contained]").first().waitFor({ state: "attached" });
    await page.getByRole("log").locator("article").first().waitFor();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.getByRole("region", { name: "Questions" }).waitFor();
    expect(await page.locator("[data-contained]").first().textContent()).toContain("window.stolen=1");
    dashboard.pageErrors.splice(0);
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
    dashboard.pageErrors.splice(0);
  });
});
