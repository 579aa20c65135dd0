// Gates in the dashboard: the editor of a workflow, the proof of a run, and accepting one that has failed at its gate.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";
import { expectAccessible, expectVisible, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { press, send } from "./keys";

const commit = "a".repeat(40);

describe.skipIf(!hasBrowser())("gates", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
  });

  afterAll(async () => dashboard.end());

  const gatesOf = async (id: string) =>
    (await dataOf(dashboard.api.get(`/workflows/${id}`))).steps.map(({ gate }: { gate: unknown }) => gate);

  async function openWorkflow(gate: object | null): Promise<{ id: string; page: Page }> {
    const steps = [{ role: "designer", name: "Design", gate }];
    const id = await createWorkflow(dashboard.api, { steps });
    const page = await dashboard.open(`/p/demo/workflows/${id}`);
    await page.getByRole("heading", { name: "Steps" }).waitFor();
    return { id, page };
  }

  /** A run whose command has not passed. */
  async function failedRun(): Promise<{ runId: string; runNumber: number }> {
    const gate = { kind: "command", command: ["npm", "test"] };
    const workflowId = await createWorkflow(dashboard.api, { steps: [{ role: "designer", name: "Design", gate }] });
    const { id: runId, runNumber } = await startRun(dashboard.api, { workflowId });
    const { job } = dashboard;
    await job.call("run.updateStatus", { runId, status: "running" });
    const step = { runId, role: "designer", name: "Design", stepIndex: 0 };
    const { id: stepId } = await job.call("runStep.create", step);
    const proof = { commit, exitCode: 1, durationMs: 1500, output: "<b>1 failing</b>" };
    await job.call("runStep.updateStatus", {
      stepId,
      status: "completed",
      verdict: { pass: false, feedback: "One test fails." },
      proof,
      testResults: { total: 3, passed: 2, failed: 1, skipped: 0 },
    });
    await job.call("run.updateStatus", { runId, status: "failed", reason: "gate", error: "One test fails." });
    return { runId, runNumber };
  }

  it("are edited with the steps of a workflow, where a refusal is shown at its field", async () => {
    const { id, page } = await openWorkflow(null);
    await page.getByLabel("Gate", { exact: true }).selectOption("A command passes");
    await page.getByLabel("Command of the gate").fill("sh -c 'npm ci && npm test'");
    await page.getByLabel("When it has not passed").selectOption("Ask a person");
    await page.getByLabel("Report of its tests").selectOption("JUnit");
    await page.getByLabel("Path of the report").fill("../out.xml");
    await press(page, "Control+s");
    await expect.poll(() => page.getByLabel("Path of the report").getAttribute("aria-invalid")).toBe("true");
    await expectAccessible(page);
    await page.getByLabel("Path of the report").fill("out.xml");
    await press(page, "Control+s");
    const report = { format: "junit", path: "out.xml" };
    const command = ["sh", "-c", "npm ci && npm test"];
    const expected = { kind: "command", command, timeoutMs: 1_200_000, report, onFail: "ask" };
    await expect.poll(() => gatesOf(id)).toEqual([expected]);
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("are kept when something else of the workflow is changed", async () => {
    const gate = { kind: "judge", passAt: 0.75, rubric: "Look at the errors.", onFail: "fail" };
    const { id, page } = await openWorkflow(gate);
    expect(await page.getByLabel("Minimum score").inputValue()).toBe("0.75");
    await page.getByLabel("Instructions").fill("Be careful.");
    await press(page, "Control+s");
    await expect
      .poll(async () => (await dataOf(dashboard.api.get(`/workflows/${id}`))).steps[0].instructions)
      .toBe("Be careful.");
    expect(await gatesOf(id)).toEqual([gate]);
  });

  it("show their results in the proof of a run, which a person accepts by keys", async () => {
    const { runId, runNumber } = await failedRun();
    const page = await dashboard.open(`/p/demo/runs/${runNumber}`);
    await expectVisible(page.getByRole("heading", { name: "A gate has not passed" }));
    await expectVisible(page.getByRole("link", { name: "See the proof" }));
    await press(page, "o");
    const gate = page.getByRole("region", { name: "Gate of step 1" });
    await expectVisible(gate.getByText("Not passed"));
    for (const text of ["npm test", "One test fails.", "<b>1 failing</b>", "exit code 1", "2 of 3 tests passed"]) {
      await expectVisible(gate.getByText(text));
    }
    await expectAccessible(page);
    await page.getByRole("button", { name: "Accept the run…" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Reason").fill("The test is flaky.");
    await send(page);
    await expectVisible(page.getByText("Accepted without all gates"));
    await expectVisible(page.getByText(/^Accepted by .*: The test is flaky\.$/));
    const run = await dataOf(dashboard.api.get(`/runs/get?id=${runId}`));
    expect(run).toMatchObject({ status: "completed", acceptedReason: "The test is flaky." });
    expect(dashboard.pageErrors).toEqual([]);
  });

  it("fit a phone", async () => {
    const { runNumber } = await failedRun();
    const page = await dashboard.open(`/p/demo/runs/${runNumber}/proof`);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectVisible(page.getByRole("region", { name: "Gate of step 1" }));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  it("are nothing of a run without them", async () => {
    const { runNumber } = await startRun(dashboard.api, { workflowId: await createWorkflow(dashboard.api) });
    const page = await dashboard.open(`/p/demo/runs/${runNumber}/proof`);
    await expectVisible(page.getByText("The workflow of this run has no gates"));
  });
});
