// A list with a thousand rows: quick by keys, announced as a whole, and the same after somebody comes back to it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";
import { expectWithin } from "../support/measuredLimit";
import { expectAccessible, expectVisible, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { press } from "./keys";

const count = 1_000;

describe.skipIf(!hasBrowser())("a long list", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
    const workflowId = await createWorkflow(dashboard.api);
    for (let made = 0; made < count; made += 20) {
      await Promise.all(Array.from({ length: 20 }, () => startRun(dashboard.api, { workflowId })));
    }
  });

  afterAll(async () => dashboard.end());

  const rowCount = async (page: Page): Promise<number> =>
    Number(await page.getByRole("table").getAttribute("aria-rowcount")) - 1;

  /** Scrolls down until so many rows are loaded. */
  async function openRuns(least: number): Promise<Page> {
    const page = await dashboard.open("/p/demo/runs");
    await page.locator("[data-row]").first().waitFor();
    await expect
      .poll(
        async () => {
          await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
          return await rowCount(page);
        },
        { timeout: 60_000, interval: 50 },
      )
      .toBeGreaterThanOrEqual(least);
    return page;
  }

  /**
   * What a key adds to the time until the next picture: the difference of the 95th percentiles with a key and without.
   * The pictures alternate, so that both have whatever else runs on this machine.
   */
  async function keyMs(page: Page): Promise<number> {
    return await page.evaluate(async () => {
      const times: { key: number[]; none: number[] } = { key: [], none: [] };
      for (let pictures = 0; pictures < 120; pictures++) {
        const kind = pictures % 2 === 0 ? "key" : "none";
        const begunAt = performance.now();
        if (kind === "key") document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        times[kind].push(performance.now() - begunAt);
      }
      const p95 = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? Infinity;
      return p95(times.key) - p95(times.none);
    });
  }

  it("is quick by keys, has few rows on the page, and says how many there are", async () => {
    const page = await openRuns(count);
    expect(await page.locator("[data-row]").count()).toBeLessThan(150);
    await page.evaluate(() => window.scrollTo(0, 0));
    // With the picture itself, 50 ms.
    expectWithin(34, await keyMs(page), "milliseconds that j adds to a picture");
    const chosen = page.locator("[data-row][aria-current]");
    expect(await chosen.getAttribute("aria-rowindex")).toMatch(/^\d+$/);
    // The chosen row is no longer on the page; the next key brings its neighbour into sight.
    const index = Number(await chosen.getAttribute("aria-rowindex"));
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await chosen.waitFor({ state: "detached" });
    await press(page, "j");
    await expectVisible(chosen);
    expect(Number(await chosen.getAttribute("aria-rowindex"))).toBe(index + 1);
    expect(await chosen.evaluate((row) => row.getBoundingClientRect().top)).toBeGreaterThan(0);
  });

  it("selects all rows, also those that are not on the page", async () => {
    const page = await openRuns(300);
    const loaded = await rowCount(page);
    await press(page, "X");
    const selected = page.getByText(/^\d+ selected$/);
    await expectVisible(selected);
    // More rows may arrive before the key is pressed, and after it.
    const selectedCount = Number.parseInt(await selected.innerText(), 10);
    expect(selectedCount).toBeGreaterThanOrEqual(loaded);
    expect(selectedCount).toBeLessThanOrEqual(await rowCount(page));
  });

  it("has the same rows at the same place when somebody comes back, and begins at its top when they do not", async () => {
    const page = await openRuns(350);
    const loaded = await rowCount(page);
    await page.evaluate(() => window.scrollTo(0, 6_000));
    await expect.poll(() => page.evaluate(() => Math.abs(window.scrollY - 6_000))).toBeLessThan(100);
    const row = page.locator("[data-row]").nth(15);
    const href = await row.getByRole("link").getAttribute("href");
    const link = page.locator(`[data-row] a[href="${href}"]`);
    const top = async () => Math.round((await link.boundingBox({ timeout: 5_000 }))?.y ?? -1);
    const topBefore = await top();
    // Less than the height of a row.
    const offset = async () => Math.abs((await top()) - topBefore);
    await link.click();
    await expectVisible(page.getByRole("link", { name: "Diff" }));
    expect(new URL(page.url()).pathname).toBe(href);
    await page.goBack();
    await expect.poll(() => rowCount(page)).toBeGreaterThanOrEqual(loaded);
    await expect.poll(offset).toBeLessThan(40);
    await page.reload();
    await expect.poll(() => rowCount(page)).toBeGreaterThanOrEqual(loaded);
    await expect.poll(offset).toBeLessThan(40);
    await press(page, "g w", "g r");
    await page.locator("[data-row]").first().waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  it("is accessible, with columns below their heads, and had no page errors", async () => {
    const page = await openRuns(250);
    await page.evaluate(() => window.scrollTo(0, 0));
    const edges = async (cells: string) =>
      await page.locator(cells).evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().left)));
    expect(await edges("[data-row]:nth-child(1) > *")).toEqual(await edges("thead th"));
    await expectAccessible(page);
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("of issues, learnings or deleted things has few rows on the page too", async () => {
    const { api } = dashboard;
    for (let made = 0; made < 240; made += 20) {
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const issue = await dataOf(api.post("/issues/create", { title: `Issue ${made + index}`, description: "" }));
          expect(issue.id).toBeTruthy();
        }),
      );
    }
    const page = await dashboard.open("/p/demo/issues");
    await page.locator("[data-row]").first().waitFor();
    await expect
      .poll(
        async () => {
          await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
          return Number(await page.locator("li[data-row]").last().getAttribute("aria-setsize"));
        },
        { timeout: 60_000, interval: 50 },
      )
      .toBe(240);
    expect(await page.locator("[data-row]").count()).toBeLessThan(100);
  });
});
