// A page whose code does not arrive: it opens as soon as it can, without anything that somebody would have to know.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createWorkflow, startRun } from "../support/fixtures";
import { expectVisible, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { press } from "./keys";

describe.skipIf(!hasBrowser())("the code of a page", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
    await startRun(dashboard.api, { workflowId: await createWorkflow(dashboard.api) });
  });

  afterAll(async () => dashboard.end());

  const usageHeading = (page: Page) => page.getByRole("heading", { level: 1, name: "Usage" });

  /** Refuses what matches, as a lost connection does, until it is called. */
  async function refuse(page: Page, pattern: RegExp): Promise<() => Promise<void>> {
    await page.route(pattern, (route) => route.abort("internetdisconnected"));
    return () => page.unroute(pattern);
  }

  async function openRuns(): Promise<Page> {
    const page = await dashboard.open("/p/demo/runs");
    await page.locator("[data-row]").first().waitFor();
    return page;
  }

  it.each([
    ["script", /\/assets\/UsagePage-[^/]*\.js$/],
    ["stylesheet", /\/assets\/UsagePage-[^/]*\.css$/],
  ])("is loaded when the connection is back, if its %s did not arrive", async (_, file) => {
    const page = await openRuns();
    const connect = await refuse(page, file);
    const answer = await refuse(page, new RegExp(`^${dashboard.socketUrl}/$`));
    await press(page, "g u");
    await expectVisible(page.getByText("There is no connection"));
    await page.getByRole("button", { name: "Try again" }).click();
    await expectVisible(page.getByText("There is no connection"));
    await connect();
    await answer();
    await page.getByRole("button", { name: "Try again" }).click();
    await expectVisible(usageHeading(page));
    const inset = await page.locator("main header").evaluate((element) => getComputedStyle(element).paddingLeft);
    expect(inset).not.toBe("0px");
  });

  it("is loaded by itself when the service answers again", async () => {
    const page = await openRuns();
    const connect = await refuse(page, /\/assets\/UsagePage-[^/]*$/);
    const answer = await refuse(page, new RegExp(`^${dashboard.socketUrl}/$`));
    await press(page, "g u");
    await expectVisible(page.getByText("There is no connection"));
    await connect();
    await answer();
    await expectVisible(usageHeading(page));
  });

  it("of an older version leads to the new version at once", async () => {
    const page = await openRuns();
    const loads: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) loads.push(request.url());
    });
    await page.route(/\/assets\/UsagePage-[^/]*\.js$/, (route) =>
      loads.length > 0 ? route.continue() : route.fulfill({ status: 404 }),
    );
    await press(page, "g u");
    await expectVisible(usageHeading(page));
    expect(loads).toEqual([`${dashboard.socketUrl}/p/demo/usage`]);
  });

  it("that is missing for good is not asked for again and again", async () => {
    const page = await openRuns();
    await page.route(/\/assets\/UsagePage-[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
    let loads = 0;
    page.on("load", () => loads++);
    const reloaded = page.waitForEvent("load");
    await press(page, "g u");
    await reloaded;
    await expectVisible(page.getByText("This page could not be loaded"));
    expect(loads).toBe(1);
  });

  it.each([
    ["c", "StartRunDialog", "Start a run"],
    ["?", "ShortcutList", "Keyboard shortcuts"],
  ])("of the dialog of %s leaves the page when it does not arrive", async (key, file, name) => {
    const page = await dashboard.open("/inbox");
    await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    const answer = await refuse(page, new RegExp(`^${dashboard.socketUrl}/$`));
    await refuse(page, new RegExp(`/assets/${file}-[^/]*\\.js$`));
    await press(page, key);
    const dialog = page.getByRole("dialog", { name });
    await expectVisible(dialog.getByText("There is no connection"));
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expectVisible(page.getByRole("heading", { level: 1, name: "Inbox" }));
    await answer();
  });

  it("did nothing else that a page must not do", () => {
    expect(
      dashboard.pageErrors.filter(
        (line) =>
          !/ERR_INTERNET_DISCONNECTED|404|MIME|ChunkLoadError|dynamically imported|preload CSS|cannot be loaded/.test(
            line,
          ),
      ),
    ).toEqual([]);
  });
});
