// When runs go: the fields that say so in forms, and the queue of the runs that wait.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createWorkflow, dataOf } from "../support/fixtures";
import { expectAccessible, expectVisible, follow, hasBrowser, narrow, openDashboard, wide } from "./browser";
import type { Dashboard } from "./browser";
import { press, send } from "./keys";

describe.skipIf(!hasBrowser())("when runs go", () => {
  let dashboard: Dashboard;
  let page: Page;
  let workflowId: string;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    // One page is used by all tests.
    dashboard = await openDashboard({}, (close) => void closing.push(close));
    workflowId = await createWorkflow(dashboard.api, { name: "Build" });
    page = await dashboard.open("/p/demo/runs");
  });

  afterAll(async () => {
    await Promise.all(closing.map((close) => close()));
    await dashboard?.end();
  });

  const goTo = (at: string) => follow(page, `/p/demo/${at}`);

  it("is set in a workflow, and a wrong value is refused at its field", async () => {
    await goTo(`workflows/${workflowId}`);
    await page.getByText("Limits and order of its runs").click();
    await page.getByLabel("Priority").fill("101");
    await page.getByLabel("How many may run at once").fill("1");
    await page.getByLabel("Conflict key").fill("main");
    await page.getByLabel("A new run with that key").selectOption("It waits");
    await page.keyboard.press("Control+s");
    await expect.poll(() => page.getByLabel("Priority").getAttribute("aria-invalid")).toBe("true");
    await expectAccessible(page);
    await page.getByLabel("Priority").fill("7");
    await page.keyboard.press("Control+s");
    const saved = { concurrencyLimit: 1, priority: 7, conflictKey: "main", onConflict: "queue" };
    await expect.poll(() => dataOf(dashboard.api.get(`/workflows/${workflowId}`))).toMatchObject(saved);
    await page.getByText("The workflow is saved.").waitFor();
    // Empty fields are the defaults again.
    for (const label of ["Priority", "How many may run at once", "Conflict key"]) await page.getByLabel(label).fill("");
    await page.getByLabel("A new run with that key").selectOption("As by default");
    await page.keyboard.press("Control+s");
    const cleared = { concurrencyLimit: null, priority: null, conflictKey: null, onConflict: null };
    await expect.poll(() => dataOf(dashboard.api.get(`/workflows/${workflowId}`))).toMatchObject(cleared);
  });

  it("is set in a recurring task", async () => {
    await goTo("recurring");
    await press(page, "n");
    await page.getByLabel("Title").fill("Tidy up");
    await page.getByLabel("What should be done each time?").fill("Remove dead code.");
    await page.getByLabel("Priority").fill("-5");
    await page.getByLabel("Conflict key").fill("tidy");
    await page.getByLabel("A new run with that key").selectOption("Nothing starts");
    await send(page);
    await page.waitForURL(/recurring\/rt_/);
    const saved = { priority: -5, conflictKey: "tidy", onConflict: "skip" };
    expect(((await dataOf(dashboard.api.get("/recurring-tasks"))) as unknown[])[0]).toMatchObject(saved);
  });

  it("is limited for the whole project", async () => {
    await goTo("settings");
    await page.getByLabel("How many runs may run at once").fill("1");
    await page.getByLabel("For how many days ended runs are kept").fill("90");
    await page.keyboard.press("Enter");
    await page.getByText("The settings of runs are saved.").waitFor();
    const saved = { maxConcurrentRuns: 1, retainRunsDays: 90 };
    expect(await dataOf(dashboard.api.get("/project/settings"))).toMatchObject(saved);
    await expect.poll(() => page.getByLabel("How many runs may run at once").inputValue()).toBe("1");
    await expectAccessible(page);
  });

  it("is said when a run starts", async () => {
    await goTo("runs");
    await press(page, "c");
    await page.getByLabel("What should be done?").fill("Build it.");
    await page.getByText("More options: name, labels, start time, priority").click();
    await page.getByLabel("Labels").fill("nightly, shop ,");
    await page.getByLabel("Priority").fill("50");
    await page.getByLabel("Conflict key").fill("release");
    await expectAccessible(page);
    await send(page);
    await page.waitForURL(/runs\/\d+$/);
    const [run] = (await dashboard.api.get("/runs/list")).body.data as unknown[];
    const chosen = { priority: 50, conflictKey: "release", labels: ["nightly", "shop"] };
    expect(run).toMatchObject(chosen);
    const origin = page.getByRole("region", { name: "Origin" });
    await expect
      .poll(() => origin.innerText())
      .toMatch(/Labels\s+nightly, shop\s+Priority\s+50\s+Conflict key\s+release/);
  });

  it("is shown as a queue, with the place of each run and what it waits for", async () => {
    await goTo("runners");
    await expectVisible(page.getByRole("link", { name: "See which runs wait, and what for" }));
    await press(page, "g q");
    const queue = page.getByRole("main");
    await queue.getByRole("heading", { level: 1, name: "Queue" }).waitFor();
    await queue.getByRole("link", { name: "Build it." }).waitFor();
    await dataOf(dashboard.api.post("/runs/start", { workflowId, prompt: "Go first.", priority: 99 }));
    await dataOf(dashboard.api.post("/runs/start", { workflowId, prompt: "Same key.", conflictKey: "release" }));
    const names = async () => await queue.getByRole("row").getByRole("link").allTextContents();
    await expect.poll(names).toEqual(["Go first.", "Build it.", "Same key."]);
    await expectVisible(queue.getByText("conflict key release").first());
    await press(page, "j");
    await expect.poll(() => page.locator("[data-row][aria-current]").count()).toBe(1);
    await page.setViewportSize(narrow);
    await page.setViewportSize(wide);
    await expectAccessible(page);
  });

  it("had no page errors", () => {
    expect(dashboard.pageErrors).toEqual([]);
  });
});
