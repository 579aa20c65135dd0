// A context that a test has left and another gets has nothing of the first, and one that cannot be emptied is not used
// again.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { hasBrowser, launchBrowser } from "./browser";
import { ContextPool } from "./contextPool";

describe.skipIf(!hasBrowser())("contexts of the pool", () => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.setHeader("Content-Type", "text/html").end("<p>Here</p>");
  });
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
    server.close();
  });

  async function pageIn(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${origin}/`);
    return page;
  }

  const leftIn = async (page: Page) =>
    await page.evaluate(async () => ({
      local: Object.entries(localStorage),
      session: Object.entries(sessionStorage),
      cookie: document.cookie,
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      permission: (await navigator.permissions.query({ name: "notifications" })).state,
    }));

  it("have nothing of who was there before", async () => {
    const pool = new ContextPool(browser, origin);
    const first = await pool.take(origin, {});
    const empty = await leftIn(await pageIn(first.context));
    await first.context.grantPermissions(["notifications"], { origin });
    const page = await pageIn(first.context);
    await page.evaluate(async () => {
      localStorage.setItem("name", "Ada");
      sessionStorage.setItem("name", "Ada");
      document.cookie = "name=Ada";
      await caches.open("Ada");
      const opening = indexedDB.open("Ada");
      await new Promise((resolve) => opening.addEventListener("success", resolve));
    });
    const left = await leftIn(page);
    for (const [name, value] of Object.entries(left))
      expect([name, value]).not.toEqual([name, Reflect.get(empty, name)]);
    const count = first.context.pages().length;
    await first.leave();

    const second = await pool.take(origin, {});
    expect(second.context).toBe(first.context);
    expect(second.context.pages()).toHaveLength(count - 2);
    expect(await leftIn(await pageIn(second.context))).toEqual(empty);
  });

  it("are left by pages that do nothing more", async () => {
    const pool = new ContextPool(browser, origin);
    const first = await pool.take(origin, {});
    const page = await pageIn(first.context);
    await page.evaluate(() => {
      const told = (event: Event) => navigator.sendBeacon(`/told-${event.type}`);
      addEventListener("pagehide", told);
      document.addEventListener("visibilitychange", told);
    });
    await first.leave();
    const second = await pool.take(origin, {});
    await pageIn(second.context);
    expect(asked.filter((url) => url?.startsWith("/told"))).toEqual([]);
  });

  it.each([
    ["its clock", async (context: BrowserContext) => (await context.newPage()).clock.setFixedTime(0)],
    ["a script", (context: BrowserContext) => context.addInitScript("window.left = true")],
    ["a route", (context: BrowserContext) => context.route("**/*", (route) => route.continue())],
    ["its connection", (context: BrowserContext) => context.setOffline(true)],
  ])("are not used again when a test has changed %s", async (_, change) => {
    const pool = new ContextPool(browser, origin);
    const first = await pool.take(origin, {});
    await change(first.context);
    await first.leave();
    expect((await pool.take(origin, {})).context).not.toBe(first.context);
  });

  it("are not shared by pages of one time, and have the options that were asked for", async () => {
    const pool = new ContextPool(browser, origin);
    const [first, second] = [await pool.take(origin, {}), await pool.take(origin, {})];
    expect(second.context).not.toBe(first.context);
    const touched = await pool.take(origin, { hasTouch: true });
    await touched.leave();
    expect(browser.contexts()).not.toContain(touched.context);
  });
});
