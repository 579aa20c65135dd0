// The audit log in the dashboard: who has changed what, for those who may read it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createWorkflow, dataOf } from "../support/fixtures";
import { expectAccessible, expectVisible, hasBrowser, narrow, openDashboard, wide } from "./browser";
import type { Dashboard } from "./browser";
import { press } from "./keys";

const member = "member@example.com";

describe.skipIf(!hasBrowser())("the audit log", () => {
  let dashboard: Dashboard;
  let page: Page;
  let workflowId: string;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    // One page is used by all tests.
    dashboard = await openDashboard({}, (close) => void closing.push(close));
    workflowId = await createWorkflow(dashboard.api, { name: "Build" });
    await dataOf(dashboard.api.post("/project/members/invite", { email: member, role: "member" }));
    page = await dashboard.open("/p/demo/settings/audit");
  });

  afterAll(async () => {
    await Promise.all(closing.map((close) => close()));
    await dashboard?.end();
  });

  const row = (name: string) => page.getByRole("row").filter({ hasText: name }).first();
  const actions = async () => await page.locator("[data-row] td:first-child > button").allTextContents();

  it("has each change with its actor and what it changed, as it happens", async () => {
    await expectVisible(row("workflows.create"));
    await dataOf(dashboard.api.put(`/workflows/${workflowId}`, { name: "Build and test", priority: 5 }));
    await expectVisible(row("workflows.update").getByText("name: Build → Build and test"));
    await expectVisible(row("workflows.update").getByText("priority: none → 5"));
    await expectVisible(row("workflows.update").getByText(workflowId));
    await expectAccessible(page);
  });

  it("shows the entries of an action, a subject or an actor, at an address of their own", async () => {
    await press(page, "j");
    await expect.poll(() => page.locator("[data-row][aria-current]").count()).toBe(1);
    await page.getByRole("button", { name: "workflows.create" }).first().focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/action=workflows.create/);
    await expect.poll(async () => [...new Set(await actions())]).toEqual(["workflows.create"]);
    await page.getByRole("button", { name: "Show all entries" }).click();
    await page
      .getByRole("button", { name: `Entries about ${workflowId}` })
      .first()
      .click();
    await page.waitForURL(/subject=wf_/);
    await expect.poll(actions).toEqual(["workflows.update", "workflows.create"]);
    await page.getByRole("button", { name: "Show all entries" }).click();
    await row("workflows.create").getByRole("button", { name: "Administrator" }).click();
    await page.waitForURL(/actor=/);
    await expect.poll(async () => (await actions()).includes("workflows.create")).toBe(true);
    await page.goto(`${dashboard.socketUrl}/p/demo/settings/audit?action=nothing.done`);
    await expectVisible(page.getByText("No entries"));
    await page.getByRole("button", { name: "Show all entries" }).click();
    await expectVisible(row("workflows.create"));
  });

  it("fits a phone", async () => {
    await page.setViewportSize(narrow);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrow.width);
    await expectAccessible(page);
    await page.setViewportSize(wide);
  });

  it("is not for members", async () => {
    const other = await dashboard.open("/p/demo/settings/audit", { email: member });
    await expectVisible(other.getByText("Your role has no such settings."));
  });

  it("had no page errors", () => {
    expect(dashboard.pageErrors).toEqual([]);
  });
});
