// Recurring tasks: when they run next, and everything that can be done with them by keys. The browser is in Berlin.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createWorkflow, dataOf } from "../support/fixtures";
import { expectAccessible, expectVisible, uniqueName, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { confirm, press, send } from "./keys";

interface Task {
  id: string;
  title: string;
  isActive: boolean;
  timezone: string;
  frequency: string;
  scheduledHour: number;
  scheduledMinute: number;
}

describe.skipIf(!hasBrowser())("the recurring tasks", () => {
  let dashboard: Dashboard;
  let targetWorkflowId: string;

  beforeAll(async () => {
    dashboard = await openDashboard();
    targetWorkflowId = await createWorkflow(dashboard.api, { name: "Build" });
  });

  afterAll(async () => dashboard.end());

  const make = async (title: string): Promise<string> => {
    const schedule = { frequency: "daily", timezone: "Asia/Tokyo", scheduledHour: 9, scheduledMinute: 5 };
    const request = { title, prompt: "Look around.", targetWorkflowId, ...schedule };
    return (await dataOf(dashboard.api.post("/recurring-tasks", request))).id as string;
  };
  const read = async (id: string): Promise<Task> => await dataOf(dashboard.api.get(`/recurring-tasks/${id}`));

  const open = async (id: string): Promise<Page> => {
    const page = await dashboard.open(`/p/demo/recurring/${id}`);
    await page.getByRole("heading", { name: "Recent runs" }).waitFor();
    return page;
  };

  it("are not there at first", async () => {
    const page = await dashboard.open("/p/demo/recurring");
    await expectVisible(page.getByRole("heading", { name: "No recurring tasks yet" }));
  });

  it("cannot be created while the project has no repository, and the dialog says so", async () => {
    await dataOf(dashboard.api.post("/project/update", { gitRepoUrl: null }));
    const page = await dashboard.open("/p/demo/recurring");
    await press(page, "n");
    const dialog = page.getByRole("dialog");
    const problem = dialog.getByText(
      "The project has no repository, so every run would fail. Set one in the settings.",
    );
    await expectVisible(problem);
    await dialog.getByLabel("Title").fill("Tidy up");
    await dialog.getByLabel("What should be done each time?").fill("Remove dead code.");
    const create = dialog.getByRole("button", { name: /^Create/ });
    await expect.poll(() => create.isDisabled()).toBe(true);
    await dataOf(dashboard.api.post("/project/update", { gitRepoUrl: "https://code.example/demo.git" }));
    await problem.waitFor({ state: "detached" });
    await expect.poll(() => create.isEnabled()).toBe(true);
  });

  it("are made with n in the person's own zone, and refused with the reason at the field", async () => {
    const title = uniqueName("Tidy up ");
    const page = await dashboard.open("/p/demo/recurring");
    await press(page, "n");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Title").fill(title);
    await dialog.getByLabel("What should be done each time?").fill("Remove dead code.");
    await dialog.getByLabel("How often").selectOption("Every month");
    await dialog.getByLabel("At", { exact: true }).fill("07:30");
    const zone = dialog.getByLabel("Time zone");
    expect(await zone.inputValue()).toBe("Europe/Berlin");
    await zone.fill("Mars");
    await send(page);
    await page
      .locator(`#${await zone.getAttribute("id")}-below`)
      .getByText("IANA time zone")
      .waitFor();
    expect(await dialog.getByLabel("Title").inputValue()).toBe(title);
    await zone.fill("Europe/Berlin");
    await send(page);
    await page.getByRole("heading", { name: title }).waitFor();
    const made = ((await dataOf(dashboard.api.get("/recurring-tasks"))) as Task[])[0];
    expect(made).toMatchObject({ title, frequency: "monthly", scheduledHour: 7, scheduledMinute: 30 });
  });

  it("run on chosen days or by a cron expression, and the dialog shows the next times while they are chosen", async () => {
    const title = uniqueName("Weekdays ");
    const page = await dashboard.open("/p/demo/recurring");
    await press(page, "n");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Title").fill(title);
    await dialog.getByLabel("What should be done each time?").fill("Remove dead code.");
    await dialog.getByLabel("Delay by up to (seconds)").fill("3600");
    await dialog.getByLabel("Disable after failed runs in a row").fill("1");
    for (const day of ["Mon", "Wed"]) await dialog.getByLabel(day).check();
    await dialog.getByText(/^Next, in your time: (Mon|Wed).*(Mon|Wed)/).waitFor();
    await dialog.getByLabel("How often").selectOption("By a cron expression");
    await dialog.getByLabel("Cron expression").fill("0 25 * * *");
    await send(page);
    await dialog.getByText('cron has the hour "25"').first().waitFor();
    await dialog.getByLabel("Cron expression").fill("0 9 * * mon-fri");
    await send(page);
    await page.getByRole("heading", { name: title }).waitFor();
    await expectVisible(page.getByText("Cron 0 9 * * mon-fri, Europe/Berlin"));
    await expectVisible(page.getByText("Up to 1 h"));
    const { id } = ((await dataOf(dashboard.api.get("/recurring-tasks"))) as Task[]).find(
      (task) => task.title === title,
    )!;
    const run = await dataOf(dashboard.api.post(`/recurring-tasks/${id}/run`));
    await dashboard.job.call("run.updateStatus", { runId: run.id, status: "failed" });
    await expectVisible(page.getByText("Disabled: its runs have failed"));
    await expectAccessible(page);
  });

  it("run now with u, which asks first, and the run opens", async () => {
    const title = uniqueName("Now ");
    const page = await open(await make(title));
    await press(page, "u");
    await confirm(page);
    await page.getByRole("heading", { name: title }).waitFor();
    await expect.poll(() => page.url()).toMatch(/\/runs\/\d+/);
  });

  it("show the next five times in the person's zone and in their own", async () => {
    const page = await open(await make("In Tokyo"));
    const rows = page.getByRole("region", { name: "Next" }).locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(5);
    for (const cells of await rows.all()) {
      // Japan does not change its clocks, and Berlin is seven or eight hours behind it.
      expect(await cells.locator("td").nth(0).textContent()).toMatch(/0[12]:05$/);
      expect(await cells.locator("td").nth(1).textContent()).toMatch(/09:05$/);
    }
  });

  it("are disabled and enabled with t, in the list and on their page, at once", async () => {
    const id = await make("Switched");
    const page = await dashboard.open("/p/demo/recurring");
    await page.locator(`[data-row="${id}"]`).waitFor();
    await press(page, "j", "t");
    await expect.poll(async () => (await read(id)).isActive).toBe(false);
    await page.locator(`[data-row="${id}"]`).getByText("Disabled", { exact: true }).waitFor();
    await press(page, "Enter");
    await page.getByText("It starts no runs while it is disabled.").waitFor();
    await press(page, "t");
    await confirm(page);
    await expect.poll(async () => (await read(id)).isActive).toBe(true);
  });

  it("are edited with m and deleted with shift and Delete", async () => {
    const id = await make("Edited");
    const page = await open(id);
    await press(page, "m");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Title").fill("Edited anew");
    await send(page);
    await page.getByRole("heading", { name: "Edited anew" }).waitFor();
    expect(await read(id)).toMatchObject({ title: "Edited anew", timezone: "Asia/Tokyo", scheduledHour: 9 });
    await press(page, "Shift+Delete");
    await dialog.getByText("for good?").waitFor();
    await confirm(page);
    await expect.poll(async () => (await dashboard.api.get(`/recurring-tasks/${id}`)).status).toBe(404);
  });

  it("are accessible in both themes and sizes, without page errors", async () => {
    const id = await make("A".repeat(200));
    const page = await dashboard.open("/p/demo/recurring");
    for (const at of ["", `/${id}`]) {
      await page.goto(`${dashboard.socketUrl}/p/demo/recurring${at}`);
      await page.getByText("AAAA").first().waitFor();
      await expectAccessible(page);
    }
    expect(dashboard.pageErrors).toEqual([]);
  });
});
