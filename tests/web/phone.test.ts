// The dashboard on a phone: what a finger must meet is large enough, and what stops an agent asks first.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";
import { expectVisible, hasBrowser, narrow } from "./browser";
import type { Dashboard } from "./browser";
import { openSeeded } from "./seededOnce";

const leastHeight = 40;

describe.skipIf(!hasBrowser())("on a phone", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openSeeded();
  });

  afterAll(async () => dashboard.end());

  /** Buttons, choices and boxes that are lower than a finger needs. Links within a line of text may be. */
  async function smallTargets(page: Page): Promise<string[]> {
    return await page.evaluate((least) => {
      const found = document.querySelectorAll<HTMLElement>(
        "main :is(button, select, [role=tab], a[aria-current], label:has(> input[type=checkbox]))",
      );
      return [...found]
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < least)
        .map((element) => `${element.ariaLabel ?? element.textContent} ${element.getBoundingClientRect().height}`);
    }, leastHeight);
  }

  it.each([
    "/inbox",
    "/p/demo/runs",
    "/p/demo/issues",
    "/p/demo/learnings",
    "/p/demo/settings/members",
    "/p/demo/trash",
  ])("everything to press on %s is at least 40 px high", async (at) => {
    const page = await dashboard.open(at);
    await page.setViewportSize(narrow);
    await page.locator("main[aria-busy=false]").waitFor();
    await expectVisible(page.getByRole("heading", { level: 1 }));
    expect(await smallTargets(page)).toEqual([]);
  });

  it("the page of a run has large buttons, and asks before it cancels from the menu", async () => {
    const workflowId = await createWorkflow(dashboard.api, { name: "By hand" });
    const { id, runNumber } = await startRun(dashboard.api, { workflowId });
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    await page.setViewportSize(narrow);
    await page.getByRole("button", { name: "More about this run" }).click();
    await page.getByRole("menuitem", { name: "Cancel" }).click();
    await expectVisible(page.getByRole("dialog", { name: "Cancel the run?" }));
    const statusOf = async () => (await dataOf(dashboard.api.get(`/runs/get?id=${id}`))).status as string;
    expect(await statusOf()).toBe("pending");
    await page.getByRole("button", { name: "Cancel the run" }).click();
    await expect.poll(statusOf).toBe("cancelled");
    expect(await smallTargets(page)).toEqual([]);
    expect(dashboard.pageErrors).toEqual([]);
  });
});
