// The Usage page: true sums by model, workflow, persona and run of the chosen period.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, createWorkflow, dataOf, startRun } from "../support/fixtures";
import { expectAccessible, expectVisible, hasBrowser, narrow, openDashboard, overflowWidth } from "./browser";
import type { Dashboard } from "./browser";
import { reach, refusePointers } from "./keys";

const records = 130;

describe.skipIf(!hasBrowser())("usage", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
  });
  afterAll(async () => dashboard.end());

  async function work(name: string, persona: string, report: (sandboxId: string) => Promise<unknown>): Promise<void> {
    const { api, job } = dashboard;
    const workflowId = await createWorkflow(api, { name });
    const personaId = (await dataOf(api.post("/personas/create", { name: persona, type: "designer" }))).id;
    const { id: runId } = await startRun(api, { workflowId, name: `Run of ${name}` });
    const step = { runId, stepIndex: 0, role: "designer", name: "Design", personaId };
    const stepId = (await job.call("runStep.create", step)).id;
    await report(await createSandbox(job, { runId, stepId }));
  }

  /** What a cache gave is in no number of tokens. */
  const use = (sandboxId: string, model: string, costUsd: number) =>
    dashboard.job.call("usage.computeCostAndRecord", {
      sandboxId,
      tokenUsage: { inputTokens: 1000, cacheReadTokens: 70_000 },
      durationMs: 10,
      service: "anthropic",
      model,
      costUsd,
    });

  const cells = (page: Page, section: string) =>
    page.getByRole("region", { name: section }).locator("tr[data-row]").allInnerTexts();

  it("says so while nothing was used", async () => {
    const page = await dashboard.open("/p/demo/usage");
    await expectVisible(page.getByRole("heading", { name: "No usage in this period" }));
  });

  it("counts every record, not the newest alone, and leads to the runs that cost most", async () => {
    // The old model cost most, and its one record is older than a hundred others.
    await work("Old", "Ada", (sandboxId) => use(sandboxId, "large-1", 50));
    await work("New", "Grace", async (sandboxId) => {
      for (let record = 0; record < records; record++) await use(sandboxId, "small-1", 0.1);
    });
    const page = await dashboard.open("/p/demo/usage");
    await expect.poll(() => cells(page, "By model and service")).toHaveLength(2);
    const shown = async (section: string) => (await cells(page, section)).map((text) => text.split(/\s*[\t\n]\s*/));
    expect(await shown("By model and service")).toEqual([
      ["large-1", "anthropic", "1", "1k", "US$50.00"],
      ["small-1", "anthropic", String(records), `${records}k`, "US$13.00"],
    ]);
    expect((await shown("By workflow")).map(([name, , , cost]) => [name, cost])).toEqual([
      ["Old", "US$50.00"],
      ["New", "US$13.00"],
    ]);
    expect((await shown("By persona")).map(([name, , , cost]) => [name, cost])).toEqual([
      ["Ada", "US$50.00"],
      ["Grace", "US$13.00"],
    ]);
    expect((await shown("Most expensive runs")).map(([name]) => name)).toEqual(["Run of Old", "Run of New"]);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Run of Old" }).click();
    await expectVisible(page.getByRole("heading", { level: 1, name: "Run of Old" }));
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("keeps the period and what divides the bars in the address, chosen by keys", async () => {
    const page = await dashboard.open("/p/demo/usage?period=7");
    await refusePointers(page);
    const bars = page.getByRole("combobox", { name: "Divide the bars by" });
    await bars.waitFor();
    await expectVisible(page.getByRole("list", { name: "Colours" }).getByText("large-1"));
    await reach(page, bars);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => page.url()).toMatch(/usage\?period=7&by=workflow$/);
    await expectVisible(page.getByRole("list", { name: "Colours" }).getByText("Old"));
    await page.reload();
    await expectVisible(page.getByRole("list", { name: "Colours" }).getByText("Old"));
    expect(await page.getByRole("combobox", { name: "Period" }).inputValue()).toBe("7");
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("fits a phone, in the dark too", async () => {
    const page = await dashboard.open("/p/demo/usage?by=persona", { colorScheme: "dark" });
    await page.setViewportSize(narrow);
    await expectVisible(page.getByRole("list", { name: "Colours" }).getByText("Ada"));
    await expect.poll(() => cells(page, "Most expensive runs")).toHaveLength(2);
    expect(await overflowWidth(page)).toBe(0);
    await expectAccessible(page);
  });
});
