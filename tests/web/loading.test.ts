// While a page, a dialog or the answer to a search loads: no key goes to what was there before.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createWorkflow, startRun } from "../support/fixtures";
import { uniqueName, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { press, send, type } from "./keys";

describe.skipIf(!hasBrowser())("what still loads", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
    const workflowId = await createWorkflow(dashboard.api);
    await startRun(dashboard.api, { workflowId });
  });

  afterAll(async () => dashboard.end());

  /** Holds back the code of a page or dialog until it is called. */
  async function holdBack(page: Page, name: string): Promise<() => void> {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**/${name}-*.js`, async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }

  const openRuns = async (): Promise<Page> => {
    const page = await dashboard.open("/p/demo/runs");
    await page.locator("[data-row]").first().waitFor();
    return page;
  };

  it("is a page: it is busy until then, and no key goes to the previous page", async () => {
    const page = await openRuns();
    const release = await holdBack(page, "WorkflowsPage");
    await press(page, "j", "g w");
    await page.locator("main[aria-busy=true]").waitFor();
    // These would open the chosen run.
    for (const key of ["j", "Enter"]) await page.keyboard.press(key);
    expect(new URL(page.url()).pathname).toBe("/p/demo/workflows");
    release();
    await page.getByRole("heading", { level: 1, name: "Workflows" }).waitFor();
    await page.locator("main[aria-busy=false]").waitFor();
    await press(page, "j", "Enter");
    await page.waitForURL(/workflows\/\w+/);
  });

  it("is a dialog: what is typed is not a key of the page", async () => {
    const page = await dashboard.open("/inbox");
    const release = await holdBack(page, "StartRun");
    await press(page, "c");
    await page.getByRole("dialog", { name: "Start a run" }).waitFor();
    // These would lead to the runs.
    await page.keyboard.type("gr");
    expect(new URL(page.url()).pathname).toBe("/inbox");
    release();
    const task = uniqueName("Typed in time ");
    await type(page, task);
    await send(page);
    await page.waitForURL(/\/p\/demo\/runs\/\d+$/);
    await press(page, "g r");
    await page.getByRole("link", { name: task }).waitFor();
  });

  it("is the answer to a search: words that are typed meanwhile stay, and the space between them", async () => {
    const page = await openRuns();
    await press(page, "/");
    await type(page, "two ");
    await page.waitForURL(/search=two$/);
    await type(page, "words");
    expect(await page.getByRole("searchbox", { name: "Search the runs" }).inputValue()).toBe("two words");
    await page.waitForURL(/search=two\+words$/);
  });

  it("takes the focus when it is there, so that it is read and Tab continues in it", async () => {
    const page = await openRuns();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.getByRole("link", { name: "Usage", exact: true }).click();
    await expect.poll(focused).toBe("Usage");
    await press(page, "g w");
    await expect.poll(focused).toBe("Workflows");
    await page.keyboard.press("Tab");
    expect(await focused()).toMatch(/^New workflow/);
  });

  it("had no page errors", () => {
    expect(dashboard.pageErrors).toEqual([]);
  });
});
