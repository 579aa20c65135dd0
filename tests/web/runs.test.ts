// The list of runs: live, filtered by its address, and worked through by keys.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";
import { expectAccessible, expectVisible, uniqueName, hasBrowser, narrow, openDashboard, seed } from "./browser";
import type { Dashboard } from "./browser";
import { press, send, type } from "./keys";

describe.skipIf(!hasBrowser())("the runs", () => {
  let dashboard: Dashboard;
  let workflowId: string;

  beforeAll(async () => {
    dashboard = await openDashboard();
    await seed(dashboard, 60);
    workflowId = await createWorkflow(dashboard.api, { name: "By hand" });
  });

  afterAll(async () => dashboard.end());

  const rows = (page: Page) => page.locator("[data-row]");
  const statusOf = async (id: string) => (await dataOf(dashboard.api.get(`/runs/get?id=${id}`))).status as string;

  it("shows a new run at once, or behind a button to somebody who reads further down", async () => {
    const [early, late] = [uniqueName("At the top "), uniqueName("While reading ")];
    const page = await dashboard.open("/p/demo/runs");
    await rows(page).nth(20).waitFor();
    await startRun(dashboard.api, { workflowId, name: early });
    await page.getByRole("link", { name: early }).waitFor();
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    const first = await rows(page).first().getAttribute("data-row");
    await startRun(dashboard.api, { workflowId, name: late });
    await page.getByRole("button", { name: "1 new run" }).waitFor();
    expect(await rows(page).first().getAttribute("data-row")).toBe(first);
    await page.getByRole("button", { name: "1 new run" }).click();
    await page.getByRole("link", { name: late }).waitFor();
  });

  it("keeps its filters in the address, and views of them under a name", async () => {
    const page = await dashboard.open("/p/demo/runs?status=failed");
    await rows(page).first().waitFor();
    const states = () => page.locator("[data-row] td:nth-child(2)").allTextContents();
    await expect.poll(async () => new Set(await states())).toEqual(new Set(["Failed"]));
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save these filters" }).click();
    await press(page, "Shift+Escape");
    await expect.poll(() => page.url()).toBe(`${dashboard.socketUrl}/p/demo/runs`);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Failed", exact: true }).click();
    await expect.poll(() => page.url()).toContain("status=failed");
  });

  it("finds by words, from the key / on", async () => {
    const word = uniqueName("zebra");
    const name = `${word} crossing`;
    await startRun(dashboard.api, { workflowId, name });
    const page = await dashboard.open("/p/demo/runs");
    await rows(page).first().waitFor();
    await press(page, "/");
    await type(page, word);
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByRole("link", { name }).waitFor();
  });

  it("starts a run by keys alone, from anywhere", async () => {
    const page = await dashboard.open("/inbox");
    await page.getByRole("link", { name: "Runs", exact: true }).waitFor();
    await press(page, "c");
    await page.getByLabel("What should be done?").waitFor();
    await type(page, "Written without a mouse");
    await send(page);
    await page.getByText(/Run \d+ waits for a runner/).waitFor();
    const newest = (await dataOf(dashboard.api.get("/runs/list?limit=1"))) as { prompt: string; source: string }[];
    expect(newest[0]).toMatchObject({ prompt: "Written without a mouse", source: "dashboard" });
  });

  it("says before a run starts that neither it nor the project has a repository", async () => {
    const gitRepoUrl = "https://code.example/shop.git";
    await dataOf(dashboard.api.post("/project/update", { gitRepoUrl: null }));
    const page = await dashboard.open("/p/demo/runs");
    await rows(page).first().waitFor();
    await press(page, "c");
    const hint = page.getByText("The project has no repository. Enter one here, or set one in the settings.");
    await expectVisible(hint);
    const start = page.getByRole("dialog").getByRole("button", { name: /^Start/ });
    await page.getByLabel("What should be done?").fill("Nothing without a repository");
    await expect.poll(() => start.isDisabled()).toBe(true);
    await page.getByLabel("Repository").fill(gitRepoUrl);
    await hint.waitFor({ state: "detached" });
    await expect.poll(() => start.isEnabled()).toBe(true);
    await page.getByLabel("Repository").fill("");
    await expectVisible(hint);
    await dataOf(dashboard.api.post("/project/update", { gitRepoUrl }));
    await expect.poll(() => hint.count()).toBe(0);
  });

  it("cancels several runs at once", async () => {
    const made = [
      await startRun(dashboard.api, { workflowId, name: "One of two" }),
      await startRun(dashboard.api, { workflowId, name: "Two of two" }),
    ];
    const page = await dashboard.open("/p/demo/runs");
    for (const { runNumber } of made) await page.getByLabel(`Select run ${runNumber}`).check();
    await page.getByRole("toolbar", { name: "Selected runs" }).getByRole("button", { name: "Cancel" }).click();
    await page.getByText("2 runs cancelled.").waitFor();
    expect(await Promise.all(made.map(({ id }) => statusOf(id)))).toEqual(["cancelled", "cancelled"]);
  });

  it("offers no buttons to people who may not use them", async () => {
    const email = `${uniqueName("reader")}@example.com`;
    await dataOf(dashboard.api.post("/project/members/invite", { email, role: "member" }));
    const page = await dashboard.open("/p/demo/settings/members", { email });
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await page.getByText("owner@localhost").waitFor();
    expect(await page.getByRole("button", { name: "Invite" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Remove owner@localhost" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "API keys" }).count()).toBe(0);
  });

  it("is accessible, fits a phone, and had no page errors", async () => {
    const page = await dashboard.open("/p/demo/runs");
    await rows(page).first().waitFor();
    await expectAccessible(page);
    await press(page, "c");
    await page.getByLabel("What should be done?").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.setViewportSize(narrow);
    // Where the heads of columns have no room, each number says what it is.
    const cost = rows(page).first().locator("td[data-label=Cost]");
    expect(await cost.evaluate((cell) => getComputedStyle(cell, "::before").content)).toBe('"Cost"');
    expect(dashboard.pageErrors).toEqual([]);
  });
});
