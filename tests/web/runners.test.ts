// Merging, and the runners with what waits for them.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";
import { expectAccessible, expectVisible, uniqueName, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { press, send } from "./keys";

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
  /** The runner that a test has shown at work. */
  let runnerId: string;

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

  it("says what to do while there is nothing", async () => {
    const page = await dashboard.open("/p/demo/merging");
    await expectVisible(page.getByRole("heading", { name: "No merges yet" }));
    await press(page, "g n");
    await expectVisible(page.getByRole("heading", { name: "No runner is connected" }));
    expect(await page.locator("code").textContent()).toBe("npm run runner");
  });

  it("starts a merge from open pull requests and one by its address, in the chosen order", async () => {
    const [older, newer] = [uniqueName("Older"), uniqueName("Newer")];
    await pullRequest(older, 11);
    await pullRequest(newer, 12);
    const before = (await merges()).length;
    const page = await dashboard.open("/p/demo/merging");
    await press(page, "n");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("checkbox", { name: older }).press("Space");
    await dialog.getByRole("checkbox", { name: newer }).press("Space");
    await dialog.getByLabel("Address of another pull request").fill("https://code.example/pull/7");
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Method").selectOption("Rebased commits");
    await dialog.getByLabel("Base branch", { exact: true }).fill("release");
    await send(page);
    await expect.poll(async () => (await merges()).length).toBe(before + 1);
    const [made] = await merges();
    expect(made).toMatchObject({ baseBranch: "release", config: { into: "branch", method: "rebase" } });
    expect(made?.pullRequests.map(({ prNumber }) => prNumber)).toEqual([11, 12, 7]);
    const row = page.locator("[data-row]").first();
    await row.getByText("3 pull requests on top of release").waitFor();
    await row.getByText("Running").waitFor();
    const error = "Both change the same line.";
    await dashboard.job.call("mergeRun.updateStatus", { mergeRunId: made?.id, status: "failed", error });
    await row.getByText(error).waitFor();
    await row.getByText("Failed").waitFor();
  });

  it("shows a runner that comes with what it works on", async () => {
    const { api, job } = dashboard;
    runnerId = uniqueName("Machine ");
    const name = uniqueName("Waits for somebody ");
    const page = await dashboard.open("/p/demo/runners");
    const { id, runNumber } = await startRun(api, { workflowId, name });
    const waiting = page.getByRole("region", { name: "Waiting for a runner" });
    await waiting.getByText(name).waitFor();
    // The jobs of the runs above come first.
    for (let claimed: unknown = null; claimed !== id;) {
      claimed = (await job.call("job.claim", { runnerId, kinds: ["run.execute"] })).runId;
    }
    const row = page.locator("[data-row]").filter({ hasText: runnerId });
    await row.getByText("Working").waitFor();
    await expectVisible(row.getByRole("link", { name: `Run ${runNumber}` }));
    await waiting.getByText(name).waitFor({ state: "detached" });
  });

  it("shows what a runner says about itself, its name instead of its id", async () => {
    const { job } = dashboard;
    const name = uniqueName("builder ");
    const problem = "The program claude-agent-acp was not found in PATH. Install it with npm.";
    const agents = [
      { name: "claude", kind: "acp", isolation: "bubblewrap", problem },
      { name: "tests", kind: "command", isolation: "bubblewrap" },
    ];
    const lastError = { text: "Claims nothing now: only 0.4 GB of the disk are free.", at: Date.now() };
    const about = { version: "0.1.0", protocol: 1, agents, freeDiskMb: 409, lastError };
    const page = await dashboard.open("/p/demo/runners");
    await job.call("runner.report", { runnerId, name, ...about, places: { total: 4, free: 3, waiting: 2 } });
    const row = page.locator("[data-row]").filter({ hasText: name });
    await expectVisible(row.getByText("Version 0.1.0 · 0.4 GB free"));
    await expectVisible(row.getByText("3 of 4 places free, 2 waiting"));
    await expectVisible(row.getByText("claude (bubblewrap), tests (bubblewrap)"));
    await expectVisible(row.getByText("claude cannot start:"));
    await expectVisible(row.getByText(problem));
    await expectVisible(row.getByText(lastError.text));
    expect(await row.textContent()).not.toContain(runnerId);
    await expectAccessible(page);
    // The other tests find the runner by its id.
    await job.call("runner.report", {
      runnerId,
      ...about,
      name: runnerId,
      agents: [],
      places: { total: 4, free: 3, waiting: 2 },
    });
  });

  it("says on the page of a run that waits which places are taken, and how many by questions", async () => {
    const { api, job } = dashboard;
    const { id: runId } = await startRun(api, { workflowId, name: uniqueName("Has to wait ") });
    const about = { name: runnerId, version: "0.1.0", protocol: 1, agents: [], freeDiskMb: 4096 };
    const report = async (free: number) =>
      await job.call("runner.report", { runnerId, ...about, places: { total: 2, free, waiting: 0 } });
    await report(0);
    const page = await dashboard.open(`/p/demo/runs/${runId}`);
    await expectVisible(page.getByText("2 of 2 places taken", { exact: true }));
    const { id: asking } = await startRun(api, { workflowId, name: uniqueName("Asks ") });
    await job.call("run.updateStatus", { runId: asking, status: "running" });
    const { id: questionId } = await job.call("run.ask", { runId: asking, key: "k", title: "Left or right?" });
    const taken = "2 of 2 places taken, 1 of them by an unanswered question";
    await expectVisible(page.getByText(taken, { exact: true }));
    const runners = await dashboard.open("/p/demo/runners");
    await expectVisible(runners.getByText(taken, { exact: true }).first());
    await dataOf(api.post("/runs/questions/answer", { questionId, answer: "Left." }));
    await expectVisible(page.getByText("2 of 2 places taken", { exact: true }));
    await report(1);
    await expectVisible(page.getByText("A runner will take it soon", { exact: true }));
  });

  it("names the session or chain that waits, and leads to it", async () => {
    const name = uniqueName("Slow queries ");
    const { id } = await dataOf(dashboard.api.post("/issue-sessions/start", { prompt: "Look." }));
    await dataOf(dashboard.api.post("/issue-sessions/rename", { sessionId: id, name }));
    const page = await dashboard.open("/p/demo/runners");
    const waiting = page.getByRole("region", { name: "Waiting for a runner" });
    await waiting.getByRole("link", { name: `Scan for issues: ${name}` }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/p/demo/sessions/${id}`);
  });

  it("lists what has failed for good, with the reason, and starts it again", async () => {
    const { api, job } = dashboard;
    const { id } = await dataOf(api.post("/issue-sessions/start", { prompt: "Look." }));
    const error = uniqueName("No disk ");
    for (let failed = ""; failed !== id;) {
      const claimed = await job.call("job.claim", { runnerId, kinds: ["issueSession.scan"] });
      await job.call("job.fail", { jobId: claimed.id, runnerId, error, retryable: false });
      failed = claimed.issueSessionId as string;
    }
    const page = await dashboard.open("/p/demo/runners");
    const failed = page.getByRole("region", { name: "Failed for good" });
    const row = failed.locator(`tr:has(a[href$="${id}"])`);
    await expectVisible(row.getByText(error));
    await expectAccessible(page);
    await row.getByRole("button", { name: "Try again" }).press("Enter");
    await row.waitFor({ state: "detached" });
    expect(await dataOf(api.get(`/issue-sessions/get?id=${id}`))).toMatchObject({ status: "active" });
  });

  it("calls a runner silent that was not heard of, by the clock of the page alone", async () => {
    const page = await dashboard.open("/p/demo/runners");
    const row = page.locator("[data-row]").filter({ hasText: runnerId });
    await dashboard.job.call("job.claim", { runnerId, kinds: ["run.execute"] });
    await row.getByText("Working").waitFor();
    await page.clock.install();
    await page.clock.fastForward("05:00");
    await expect.poll(() => row.textContent()).toMatch(/Silent for [45] min/);
  });

  it("is accessible in both themes and sizes, without page errors", async () => {
    const page = await dashboard.open("/p/demo/merging");
    for (const at of ["merging", "runners"]) {
      await page.goto(`${dashboard.socketUrl}/p/demo/${at}`);
      await page.locator("[data-row]").first().waitFor();
      await expectAccessible(page);
    }
    expect(dashboard.pageErrors).toEqual([]);
  });
});
