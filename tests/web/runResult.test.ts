// The page of a run says what happened: where the work is, who did what, what failed and what is still to come.
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";
import { expectAccessible, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";

describe.skipIf(!hasBrowser())("the page of a run", () => {
  let dashboard: Dashboard;
  let workflowId: string;

  beforeAll(async () => {
    dashboard = await openDashboard();
    workflowId = await createWorkflow(dashboard.api, {
      steps: ["Design", "Build", "Check"].map((name) => ({ role: "designer", name })),
    });
  });
  afterAll(async () => dashboard.end());

  const call = (operation: string, args: object) => dashboard.job.call(operation, args);

  async function begun(name: string, request: object = {}) {
    const run = await startRun(dashboard.api, { workflowId, name, ...request });
    const { id: runId, runNumber } = run as { id: string; runNumber: number };
    await call("run.updateStatus", { runId, status: "running" });
    return { runId, runNumber };
  }

  async function step(runId: string, stepIndex: number, name: string, status: string, folder = "/srv/worktrees/r_1-1") {
    const { id: stepId } = await call("runStep.create", { runId, stepIndex, role: "designer", name });
    const place = { runId, stepId, runtimeSandboxId: `${stepId}`, status: "running", folder };
    const { id: sandboxId } = await call("sandbox.create", place);
    await call("runStep.updateStatus", { stepId, status: "running", sandboxId });
    if (status !== "running") await call("runStep.updateStatus", { stepId, status });
    return sandboxId as string;
  }

  const say = (sandboxId: string, content: string, more: object = {}) =>
    call("message.store", { sandboxId, role: "assistant", content, timestamp: Date.now(), ...more });

  /** For people who look at the pages. */
  async function picture(page: Page, name: string): Promise<void> {
    const folder = process.env["PICTURES"];
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
  }

  it("shows the branch with the work, the command that fetches it and the code host's comparison", async () => {
    const { runId, runNumber } = await begun("A result", { gitRepoUrl: "https://github.com/acme/shop.git" });
    const resultBranch = `switchyard/run-${runNumber}-1`;
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    await page.getByText("The transcript appears here").waitFor();
    expect(await page.getByRole("region", { name: "Result" }).count()).toBe(0);
    await call("run.updateProgress", { runId, progress: { resultBranch } });
    await call("run.updateStatus", { runId, status: "completed" });
    const result = page.getByRole("region", { name: "Result", exact: true });
    await result.getByText(`git fetch origin ${resultBranch} && git switch ${resultBranch}`).waitFor();
    const compare = result.getByRole("link", { name: /Compare with main/ });
    expect(await compare.getAttribute("href")).toBe(`https://github.com/acme/shop/compare/main...${resultBranch}`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await result.getByRole("button", { name: "Copy the command" }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`git fetch origin ${resultBranch} && git switch ${resultBranch}`);
    await picture(page, "result");
    await expectAccessible(page);
  });

  it("begins with what failed: the step, the last tool call, the tries and what can be done", async () => {
    const { runId, runNumber } = await begun("It fails");
    await step(runId, 0, "Design", "completed");
    await step(runId, 1, "Build", "failed");
    const sandboxId = await step(runId, 1, "Build", "running");
    const data = { kind: "execute", state: "failed", output: "not ok 1 - adds a discount\nexpected 9, got 10" };
    await say(sandboxId, "npm test", { kind: "tool", title: "npm test", data });
    await say(sandboxId, "The tests of the change fail.");
    await call("runStep.updateStatus", { stepId: (await lastStep(runId)).id, status: "failed" });
    await call("run.updateStatus", { runId, status: "failed", error: "The step Build ended with 1." });
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    const failure = page.getByRole("region", { name: "What failed" });
    await failure.getByRole("heading", { name: "Step 2, Build, failed" }).waitFor();
    await failure.getByText("The step Build ended with 1.").waitFor();
    await failure.getByText("expected 9, got 10").waitFor();
    await failure.getByText("The step was tried 2 times.").waitFor();
    await failure.getByText("/srv/worktrees/r_1-1").waitFor();
    expect(await failure.evaluate((element) => element.getBoundingClientRect().top < window.innerHeight / 2)).toBe(
      true,
    );
    await picture(page, "failure");
    await expectAccessible(page);
    await failure.getByRole("button", { name: "Restart from step 2" }).click();
    await page.getByText("A new attempt waits for a runner.").waitFor();
    await failure.waitFor({ state: "detached" });
    const { attempt, steps } = await dataOf(dashboard.api.get(`/runs/get?id=${runId}`));
    expect([attempt, steps[0].keptFromAttempt, steps[0].name]).toEqual([2, 1, "Design"]);
  });

  const lastStep = async (runId: string) =>
    (await dataOf(dashboard.api.get(`/runs/get?id=${runId}`))).steps.at(-1) as { id: string };

  it("shows the steps to come, and one plan that stays in sight", async () => {
    const { runId, runNumber } = await begun("It plans");
    const sandboxId = await step(runId, 0, "Design", "running");
    const plan = (...states: string[]) => ({
      kind: "plan",
      title: "Plan",
      data: { entries: states.map((state, index) => ({ text: `Task ${index + 1}`, state })) },
    });
    await say(sandboxId, "x", plan("running", "pending"));
    for (let index = 0; index < 40; index++) await say(sandboxId, `Message ${index}`);
    await say(sandboxId, "x", plan("done", "running"));
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    const steps = page.getByRole("region", { name: "Steps" });
    await steps.getByText("to come").first().waitFor();
    expect(await steps.getByRole("listitem").allTextContents()).toEqual([
      expect.stringContaining("Design"),
      expect.stringContaining("Build"),
      expect.stringContaining("Check"),
    ]);
    const transcript = page.getByRole("log", { name: "Transcript" });
    await transcript.getByText("Message 39").waitFor();
    const pinned = page.getByText("Plan, 1 of 2 done");
    expect(await pinned.count()).toBe(1);
    expect(await transcript.getByText(/^Plan/).count()).toBe(0);
    const isInSight = () => pinned.evaluate((element) => element.getBoundingClientRect().top < window.innerHeight / 2);
    expect(await isInSight()).toBe(true);
    await pinned.click();
    await page.getByText("Task 1", { exact: true }).waitFor();
    await picture(page, "plan");
    await expectAccessible(page);
  });

  it("names the steps in the log, says who did what, and the day once", async () => {
    const { runId, runNumber } = await begun("It is logged");
    await step(runId, 0, "Design", "completed");
    await dataOf(dashboard.api.post("/runs/cancel", { runId }));
    const page = await dashboard.open(`/p/demo/runs/${runNumber}/events`);
    await page.getByText("Step 1, Design, completed").waitFor();
    await page
      .getByText(/^Cancelled by key /)
      .first()
      .waitFor();
    await page.getByText(/^Created by key /).waitFor();
    expect(await page.getByRole("heading", { level: 2, name: /20\d\d/ }).count()).toBe(1);
    await page.getByText("Started by", { exact: true }).waitFor();
    await picture(page, "events");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Runs", exact: true }).first().click();
    const row = page.getByRole("row", { name: /It is logged/ });
    await row.getByText(/^Cancelled by key /).waitFor();
    await row.getByText(/^by key /).waitFor();
    expect(dashboard.pageErrors).toEqual([]);
  });
});
