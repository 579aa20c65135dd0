// Merging, and the runners with what waits for them.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";
import { expectNoBarriers, hasBrowser, narrow, openDashboard } from "./browser";
import type { Dashboard } from "./browser";

interface MergeRun {
  id: string;
  status: string;
  baseBranch: string | null;
  config: unknown;
  pullRequests: { prNumber: number }[];
}

describe.skipIf(!hasBrowser())("merging and the runners", () => {
  let dashboard: Dashboard;
  let workflowId: string;

  beforeAll(async () => {
    dashboard = await openDashboard();
    workflowId = await createWorkflow(dashboard.api, { name: "Build" });
  });

  afterAll(async () => dashboard.end());

  const merges = async (): Promise<MergeRun[]> => await dataOf(dashboard.api.get("/merging/list"));

  async function pullRequest(name: string, prNumber: number): Promise<void> {
    const { api, job } = dashboard;
    const { id: runId } = await startRun(api, { workflowId, name });
    const prUrl = `https://code.example/pull/${prNumber}`;
    await job.call("run.updatePr", { runId, prUrl, prStatus: "open", prNumber });
    await job.call("run.updateStatus", { runId, status: "completed" });
  }

  it("starts a merge from open pull requests and one by its address, in the chosen order", async () => {
    await pullRequest("Older", 11);
    await pullRequest("Newer", 12);
    const page = await dashboard.open("/p/demo/merging");
    await page.getByRole("heading", { name: "Nothing was merged yet" }).waitFor();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("checkbox", { name: /Older/ }).press("Space");
    await dialog.getByRole("checkbox", { name: /Newer/ }).press("Space");
    await dialog.getByLabel("Address of another pull request").fill("https://code.example/pull/7");
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Each becomes").selectOption("Commits on top");
    await dialog.getByLabel("Base branch", { exact: true }).fill("release");
    await page.keyboard.press("Control+Enter");
    await expect.poll(async () => (await merges()).length).toBe(1);
    const [made] = await merges();
    expect(made).toMatchObject({ baseBranch: "release", config: { into: "branch", method: "rebase" } });
    expect(made?.pullRequests.map(({ prNumber }) => prNumber)).toEqual([11, 12, 7]);
    const row = page.locator("[data-row]").first();
    await row.getByText("3 pull requests into release").waitFor();
    await row.getByText("Running").waitFor();
    const error = "Both change the same line.";
    await dashboard.job.call("mergeRun.updateStatus", { mergeRunId: made?.id, status: "failed", error });
    await row.getByText(error).waitFor();
    await row.getByText("Failed").waitFor();
    await page.context().close();
  });

  it("says how to start a runner, and shows one that comes with what it works on", async () => {
    const { api, job } = dashboard;
    const page = await dashboard.open("/p/demo/runners");
    await page.getByRole("heading", { name: "No runner asks for work" }).waitFor();
    expect(await page.locator("code").textContent()).toBe("npm run runner");
    const { id, runNumber } = await startRun(api, { workflowId, name: "Waits for somebody" });
    const waiting = page.getByRole("region", { name: "What waits for a runner" });
    await waiting.getByText("Waits for somebody").waitFor();
    // The jobs of the runs above come first.
    for (let claimed: unknown = null; claimed !== id;) {
      claimed = (await job.call("job.claim", { runnerId: "Machine one", kinds: ["run.execute"] })).runId;
    }
    const row = page.locator("[data-row]").filter({ hasText: "Machine one" });
    await row.getByText("Works").waitFor();
    await row.getByRole("link", { name: `Run ${runNumber}` }).waitFor();
    await waiting.getByText("Waits for somebody").waitFor({ state: "detached" });
    await page.context().close();
  });

  it("calls a runner silent that was not heard of, by the clock of the page alone", async () => {
    const page = await dashboard.open("/p/demo/runners");
    await page.locator("[data-row]").filter({ hasText: "Works" }).waitFor();
    await page.clock.install();
    await page.clock.fastForward("05:00");
    await expect.poll(() => page.locator("[data-row]").textContent()).toMatch(/Silent for [45] min/);
    await page.context().close();
  });

  it("has no barriers in either theme and size, and no trouble anywhere", async () => {
    const page = await dashboard.open("/p/demo/merging");
    for (const at of ["merging", "runners"]) {
      await page.goto(`${dashboard.socketUrl}/p/demo/${at}`);
      await page.locator("[data-row]").first().waitFor();
      await expectNoBarriers(page);
      await page.setViewportSize(narrow);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(narrow.width);
    }
    expect(dashboard.trouble).toEqual([]);
    await page.context().close();
  });
});
