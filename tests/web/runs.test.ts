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

  it("shows the runs of several states, chosen by keys, and in a view too", async () => {
    const page = await dashboard.open("/p/demo/runs");
    await rows(page).first().waitFor();
    await page.getByRole("button", { name: "State: Any state" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("checkbox", { name: "Failed" }).focus();
    for (const key of ["Space", "ArrowDown", "Space", "Escape"]) await page.keyboard.press(key);
    await page.getByRole("button", { name: "State: Failed, Cancelled" }).waitFor();
    expect(page.url()).toContain("status=failed%2Ccancelled");
    const states = () => page.locator("[data-row] td:nth-child(2)").allTextContents();
    await expect.poll(async () => new Set(await states())).toEqual(new Set(["Failed", "Cancelled"]));
    const newestOfBoth = await dataOf(dashboard.api.get("/runs/list?status=failed,cancelled&limit=10"));
    const shown = await rows(page).evaluateAll((all) => all.map((row) => row.getAttribute("data-row")));
    expect(shown.slice(0, 10)).toEqual(newestOfBoth.map(({ id }: { id: string }) => id));
  });

  it("begins with the most expensive runs, of all states or some", async () => {
    const page = await dashboard.open("/p/demo/runs?since=week");
    await rows(page).first().waitFor();
    await page.getByLabel("Order").selectOption("Highest cost first");
    for (const [status, query] of [
      ["", ""],
      ["completed,failed", "&status=completed,failed"],
    ]) {
      if (status !== "") await page.goto(`${dashboard.socketUrl}/p/demo/runs?sort=cost&status=${status}`);
      const costliest = await dataOf(dashboard.api.get(`/runs/list?sort=cost&limit=20${query}`));
      const shown = async () =>
        (await rows(page).evaluateAll((all) => all.map((row) => row.getAttribute("data-row")))).slice(0, 20);
      await expect.poll(shown).toEqual(costliest.map(({ id }: { id: string }) => id));
    }
    await page.getByLabel("Created").selectOption("Last 7 days");
    expect(await page.getByLabel("Order").inputValue()).toBe("newest");
  });

  it("says why a run has failed: its beginning, and more for the chosen row", async () => {
    const { api, job } = dashboard;
    const error = `The tests fail: ${"a long list of them ".repeat(20).trim()}.`;
    const { id: runId } = await startRun(api, { workflowId, name: uniqueName("Fails ") });
    await job.call("run.updateStatus", { runId, status: "running" });
    await job.call("run.updateStatus", { runId, status: "failed", error });
    const page = await dashboard.open("/p/demo/runs?status=failed");
    const row = page.locator(`[data-row="${runId}"]`);
    const reason = row.getByText(error);
    await reason.waitFor();
    const height = async () => (await reason.boundingBox())?.height ?? 0;
    const short = await height();
    await row.getByRole("link").focus();
    await expect.poll(height).toBeGreaterThan(3 * short);
  });

  it("shows the runs of a time, also among those that a search finds", async () => {
    const word = uniqueName("recent");
    await startRun(dashboard.api, { workflowId, name: `${word} run` });
    const page = await dashboard.open("/p/demo/runs");
    // By the page's clock the run is of two days ago.
    await page.clock.setFixedTime(Date.now() + 2 * 86_400_000);
    await page.getByLabel("Created").selectOption("Today");
    await expectVisible(page.getByText("No run matches"));
    await page.getByLabel("Created").selectOption("Last 7 days");
    await expectVisible(page.getByRole("link", { name: `${word} run` }));
    expect(page.url()).toContain("since=week");
    await page.goto(`${dashboard.socketUrl}/p/demo/runs?since=today&search=${word}`);
    await expectVisible(page.getByText("No run matches"));
    await page.goto(`${dashboard.socketUrl}/p/demo/runs?since=week&search=${word}`);
    await expectVisible(page.getByRole("link", { name: `${word} run` }));
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

  it("shows a run that asks as one that waits for the reader, and only such runs by one key", async () => {
    const { api, job } = dashboard;
    const name = uniqueName("Asks for the way ");
    const { id: runId, runNumber } = await startRun(api, { workflowId, name });
    await job.call("run.updateStatus", { runId, status: "running" });
    const page = await dashboard.open("/p/demo/runs");
    const row = page.locator(`[data-row="${runId}"]`);
    await row.getByText("Running", { exact: true }).waitFor();
    const { id: questionId } = await job.call("run.ask", { runId, key: "way", title: "Left or right?" });
    await row.getByText("Waits for you", { exact: true }).waitFor();
    await press(page, "m");
    await expect.poll(() => page.url()).toContain("needs=me");
    const states = () => page.locator("[data-row] td:nth-child(2)").allTextContents();
    await expect.poll(async () => new Set(await states())).toEqual(new Set(["Waits for you"]));
    // By the page's clock the run is of two days ago.
    await page.clock.setFixedTime(Date.now() + 2 * 86_400_000);
    await page.getByLabel("Created").selectOption("Today");
    await expectVisible(page.getByText("No run matches"));
    await page.getByLabel("Created").selectOption("Any time");
    const count = await rows(page).count();
    await page.getByRole("button", { name: `Needs me ${count}`, pressed: true }).waitFor();
    await row.getByRole("link").click();
    await page.getByText("Waits for you", { exact: true }).first().waitFor();
    expect(page.url()).toContain(`/runs/${runNumber}`);
    await dataOf(api.post("/runs/questions/answer", { questionId, answer: "Left." }));
    await page.getByText("Waits for you", { exact: true }).waitFor({ state: "detached" });
  });

  it("starts a run by keys alone, from anywhere", async () => {
    const page = await dashboard.open("/inbox");
    await page.getByRole("link", { name: "Runs", exact: true }).waitFor();
    await press(page, "c");
    await page.getByLabel("What should be done?").waitFor();
    await type(page, "Written without a mouse");
    await send(page);
    await page.waitForURL(/\/p\/demo\/runs\/\d+$/);
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

  it("is filtered by a label, in the address, and changes all runs that match, also those not shown", async () => {
    const label = uniqueName("nightly ");
    const count = 70;
    const runs = Array.from({ length: count }, () => ({ workflowId, prompt: "Look.", labels: [label] }));
    const made = await dataOf(dashboard.api.post("/runs/start-many", { runs }));
    const page = await dashboard.open("/p/demo/runs?status=pending");
    await page.getByLabel("Label", { exact: true }).selectOption(label);
    await expect.poll(() => new URL(page.url()).searchParams.get("label")).toBe(label);
    const labelled = rows(page).filter({ hasText: label });
    await labelled.nth(10).waitFor();
    expect(await rows(page).filter({ hasNotText: label }).count()).toBe(0);
    await press(page, "X");
    await page.getByRole("toolbar", { name: "Selected runs" }).getByRole("button", { name: "All that match" }).click();
    await page.getByRole("menuitem", { name: "Cancel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByText(`${count} runs cancelled.`).waitFor();
    expect(await statusOf(made.at(0).id)).toBe("cancelled");
    expect(await statusOf(made.at(-1).id)).toBe("cancelled");
    const run = await dashboard.open(`/p/demo/runs/${made[0].runNumber}`);
    await expectVisible(run.getByRole("region", { name: "Origin" }).getByText(label));
  });

  it("does nothing else when a run has ended while somebody was asked", async () => {
    const { api, job } = dashboard;
    const { id: runId } = await startRun(api, { workflowId, name: uniqueName("Ends soon ") });
    await job.call("run.updateStatus", { runId, status: "running" });
    const page = await dashboard.open("/p/demo/runs");
    const row = page.locator(`[data-row="${runId}"]`);
    await row.getByText("Running", { exact: true }).waitFor();
    await row.getByRole("checkbox").check();
    await press(page, "Delete");
    const dialog = page.getByRole("dialog", { name: "Cancel the selected runs?" });
    await dialog.waitFor();
    await job.call("run.updateStatus", { runId, status: "completed" });
    await row.getByText("Completed", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Cancel the selected runs" }).click();
    await page.getByText("Not done: what “Cancel the selected runs” was about has changed meanwhile.").waitFor();
    expect(await statusOf(runId)).toBe("completed");
    await row.waitFor();
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
