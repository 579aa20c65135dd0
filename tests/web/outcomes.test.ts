// The outcomes on the page of usage: what became of the pull requests of runs, live, by keys and on a phone.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, createWorkflow, dataOf, startRun } from "../support/fixtures";
import { expectAccessible, expectVisible, hasBrowser, narrow, openDashboard, overflowWidth } from "./browser";
import type { Dashboard } from "./browser";
import { reach, refusePointers } from "./keys";

describe.skipIf(!hasBrowser())("outcomes", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
  });
  afterAll(async () => dashboard.end());

  /** Starts a run that costs a dollar, and reports its request with each of these states. */
  async function work(workflowId: string, ...states: string[]): Promise<string> {
    const { api, job } = dashboard;
    const { id: runId } = await startRun(api, { workflowId });
    const usage = { tokenUsage: { inputTokens: 1 }, durationMs: 10, service: "anthropic", model: "m", costUsd: 1 };
    await job.call("usage.computeCostAndRecord", { ...usage, sandboxId: await createSandbox(job, { runId }) });
    for (const prStatus of states) await report(runId, prStatus);
    return runId;
  }
  const report = (runId: string, prStatus: string) =>
    dashboard.job.call("run.updatePr", { runId, prUrl: `https://example.com/${runId}`, prStatus });

  const section = (page: Page) => page.getByRole("region", { name: "Outcomes" });
  const rows = async (page: Page) =>
    (await section(page).locator("tr[data-row]").allInnerTexts()).map((text) => text.split(/\s*[\t\n]+\s*/));

  it("shows rates with their range and costs, and what changes as soon as it does", async () => {
    const workflowId = await createWorkflow(dashboard.api, { name: "Build" });
    await work(workflowId);
    const page = await dashboard.open("/p/demo/usage");
    await expectVisible(section(page).getByText("No run of this period has a pull request yet."));
    expect(await rows(page)).toEqual([["Build", "1", "0", "–", "–", "–", "–", "0"]]);
    await expectAccessible(page);

    const open = await work(workflowId, "open");
    await work(workflowId, "open", "merged");
    await work(workflowId, "open", "closed");
    const sentence = (text: string) => expectVisible(section(page).getByText(text));
    await sentence("1 of 2 pull requests that have ended is merged; 1 is open.");
    await expect
      .poll(() => rows(page))
      .toEqual([["Build", "4", "3", "50%", "9 to 91%", "US$4.00", expect.stringMatching(/s$/), "0", "0"]]);
    await report(open, "merged");
    await sentence("2 of 3 pull requests that have ended are merged; none is open.");
    await expect.poll(async () => (await rows(page))[0]?.slice(3, 6)).toEqual(["67%", "21 to 94%", "US$2.00"]);

    const bars = section(page).getByRole("img");
    await expect.poll(() => bars.locator("title").allTextContents()).toHaveLength(60);
    expect((await bars.locator("title").allTextContents()).slice(-2).map((text) => text.split(", ")[1])).toEqual([
      "Merged: 2",
      "Closed: 1",
    ]);
    await expectAccessible(page);
  });

  it("chooses what the rows are by keys, keeps it in the address, and has the days as a table", async () => {
    const persona = { name: "Ada", type: "designer", model: "opus", cliId: "claude" };
    const { id: personaId } = await dataOf(dashboard.api.post("/personas/create", persona));
    const steps = [{ role: "designer", name: "Design", personaId }];
    await work(await createWorkflow(dashboard.api, { name: "Repair", steps }), "open");
    const page = await dashboard.open("/p/demo/usage?period=7");
    await refusePointers(page);
    const choice = page.getByRole("combobox", { name: "Show outcomes by" });
    await choice.waitFor();
    const names = async () => (await rows(page)).map(([name]) => name);
    await expect.poll(names).toEqual(["Build", "Repair"]);
    await reach(page, choice);
    for (const [address, expected] of [
      ["persona", ["No persona", "Ada"]],
      ["model", ["No model", "opus"]],
      ["agent", ["No agent", "claude"]],
      ["none", ["All runs"]],
    ] as const) {
      await page.keyboard.press("ArrowDown");
      await expect.poll(() => page.url()).toContain(`outcomes=${address}`);
      await expect.poll(names).toEqual(expected);
    }
    expect(page.url()).toContain("period=7");
    const table = section(page).getByText("Show outcomes as a table");
    await reach(page, table);
    await page.keyboard.press("Enter");
    await expectVisible(section(page).getByRole("columnheader", { name: "Day of the run" }));
    await expectAccessible(page);
  });

  it("marks a cost that is too low, and fits a phone", async () => {
    const workflowId = await createWorkflow(dashboard.api, { name: "Unpriced ".repeat(12).trim() });
    const runId = await work(workflowId, "open", "merged");
    const usage = { tokenUsage: { inputTokens: 1 }, durationMs: 10, service: "elsewhere" };
    const sandboxId = await createSandbox(dashboard.job, { runId });
    await dashboard.job.call("usage.computeCostAndRecord", { ...usage, sandboxId });
    const page = await dashboard.open("/p/demo/usage");
    const row = section(page).locator("tr[data-row]", { hasText: "Unpriced" });
    await expectVisible(row.getByText("US$1.00 +"));
    await page.setViewportSize(narrow);
    await expectVisible(row.getByText("US$1.00 +"));
    expect(await overflowWidth(page)).toBe(0);
    await expectAccessible(page);
  });

  it("is shown to members, and had no page errors", async () => {
    await dataOf(dashboard.api.post("/project/members/invite", { email: "carter@example.com", role: "member" }));
    const first = await dashboard.open("/inbox", { email: "carter@example.com" });
    await first.getByRole("heading", { level: 1 }).waitFor();
    const page = await dashboard.open("/p/demo/usage", { email: "carter@example.com" });
    await expectVisible(section(page).locator("tr[data-row]").first());
    expect(dashboard.pageErrors).toEqual([]);
  });
});
