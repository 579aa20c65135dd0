// Budgets in the dashboard, each action once by keys.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createSandbox, createWorkflow, dataOf, startRun } from "../support/fixtures";
import { expectAccessible, expectVisible, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { press, send } from "./keys";

describe.skipIf(!hasBrowser())("budgets", () => {
  let dashboard: Dashboard;
  let page: Page;
  let workflowId: string;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    // One page is used by all tests.
    dashboard = await openDashboard({}, (close) => void closing.push(close));
    workflowId = await createWorkflow(dashboard.api, { name: "Build" });
    page = await dashboard.open("/p/demo/settings/budgets");
  });

  afterAll(async () => {
    await Promise.all(closing.map((close) => close()));
    await dashboard?.end();
  });

  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  const budgets = async () => (await dashboard.api.get("/budgets")).body.data as Record<string, unknown>[];

  it("are not there at first, and are made by keyboard, where a refusal is shown at its field", async () => {
    await expectVisible(page.getByText("No budgets yet"));
    await press(page, "n");
    await page.getByLabel("Name").fill("Builds");
    await page.getByLabel("What it is for").selectOption("A workflow");
    const create = page.getByRole("dialog").getByRole("button", { name: /^Create/ });
    await page.getByLabel("Limit in US dollars").fill("10");
    expect(await create.isDisabled()).toBe(true);
    await page.getByLabel("Which one").selectOption("Build");
    await page.getByLabel("Warn at").fill("50%, 120");
    await page.getByLabel("At the limit").selectOption("Pause its runs, and let others wait");
    await expect.poll(() => page.getByLabel("Warn at").getAttribute("aria-invalid")).toBe("true");
    expect(await create.isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.getByLabel("Warn at").fill("50%, 7");
    await page.getByLabel("Time zone").fill("Nowhere");
    await send(page);
    await expect.poll(() => page.getByLabel("Time zone").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Time zone").fill("Europe/Berlin");
    await send(page);
    await expectVisible(row("Builds").getByText("US$0.00 of US$10.00"));
    expect(await budgets()).toMatchObject([
      {
        name: "Builds",
        scope: { type: "workflow", id: workflowId },
        limitUsd: 10,
        period: "month",
        timezone: "Europe/Berlin",
        warnAt: [0.07, 0.5],
        action: "pause",
      },
    ]);
  });

  it("show what is spent, as it is spent, and what a reached one does", async () => {
    const { id: runId } = await startRun(dashboard.api, { workflowId });
    await dashboard.job.call("run.updateStatus", { runId, status: "running" });
    const sandboxId = await createSandbox(dashboard.job, { runId });
    const spend = (costUsd: number) =>
      dashboard.job.call("usage.computeCostAndRecord", {
        sandboxId,
        tokenUsage: { inputTokens: 1, outputTokens: 1 },
        durationMs: 1,
        service: "agent",
        costUsd,
      });
    await expectVisible(row("Builds").getByText("Within the limit"));
    await spend(6);
    await expectVisible(row("Builds").getByText("US$6.00 of US$10.00"));
    await expectVisible(row("Builds").getByText("Warning"));
    await spend(5);
    await expectVisible(row("Builds").getByText("Reached"));
    await expectVisible(row("Builds").getByText("Active runs are paused, others wait"));
    await expectAccessible(page);
  });

  it("are opened from the inbox, and from there lead to what they are for", async () => {
    const inbox = await dashboard.open("/inbox");
    await inbox.getByText("The budget Builds is reached.").waitFor();
    await inbox.getByRole("link", { name: /^Open/ }).click();
    await inbox.waitForURL(/settings\/budgets$/);
    await inbox.getByRole("link", { name: "Build", exact: true }).click();
    await expect.poll(() => inbox.url()).toContain(`workflows/${workflowId}`);
  });

  it("are changed, also when they are for something that is deleted", async () => {
    await dataOf(dashboard.api.delete(`/workflows/${workflowId}`));
    await page.getByRole("button", { name: "Edit Builds" }).press("Enter");
    expect(await page.getByLabel("Warn at").inputValue()).toBe("7, 50");
    await page.getByLabel("Limit in US dollars").fill("100");
    await send(page);
    await expectVisible(row("Builds").getByText("US$11.00 of US$100.00"));
    await expectVisible(row("Builds").getByText("Warning"));
  });

  it("are seen by members, who cannot change them", async () => {
    const email = "looks@example.com";
    await dataOf(dashboard.api.post("/project/members/invite", { email, role: "member" }));
    const theirs = await dashboard.open("/p/demo/settings/budgets", { email });
    await theirs.getByText("US$11.00 of US$100.00").waitFor();
    expect(await theirs.getByRole("button", { name: /budget|Builds/i }).count()).toBe(0);
  });

  it("are deleted for good", async () => {
    await page.getByRole("button", { name: "Delete Builds for good" }).press("Enter");
    await page.keyboard.press("Enter");
    await page.getByText("Builds is deleted.").waitFor();
    await expect.poll(async () => (await budgets()).filter(({ name }) => name === "Builds")).toEqual([]);
  });

  it("had no page errors", () => {
    expect(dashboard.pageErrors).toEqual([]);
  });
});
