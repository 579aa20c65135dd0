// Runs of the past, as a runner would have reported them.
import { execFileSync } from "node:child_process";
import type { PlayedScene } from "../../../packages/runner/src/agents/demo/scenes";
import { idOf } from "../../seed/service";
import type { Fields, Service } from "../../seed/service";
import type { Checkout } from "./checkout";
import { pass } from "./clock";
import { converse } from "./conversation";

export interface PastShop {
  service: Service;
  scenes: readonly PlayedScene[];
  checkout: Checkout;
}

export interface Workflow {
  id: string;
  steps: { role: string; name: string; personaId: string | null; gate?: { kind: "command"; command: string[] } }[];
}

export interface PastRun {
  id: string;
  branch: string;
  /** The sandbox of the last step. */
  sandboxId: string;
}

export async function startRun({ service }: PastShop, workflow: Workflow, name: string, more: Fields = {}) {
  const run = { workflowId: workflow.id, prompt: `${name}. Show it with a test first.`, name, ...more };
  return idOf(await service.post("/runs/start", run));
}

/** Plays all steps of a run that waits. */
export async function playRun(shop: PastShop, workflow: Workflow, runId: string): Promise<PastRun> {
  const { service, checkout } = shop;
  const { runNumber, name, prompt } = await service.get(`/runs/get?id=${runId}`);
  const branch = `switchyard/run-${String(runNumber)}-1`;
  checkout.begin(branch);
  pass(4000);
  await service.call("run.updateStatus", { runId, status: "running" });
  return await playSteps(shop, workflow, { id: runId, branch, sandboxId: "" }, [String(name), String(prompt)]);
}

/** Plays the round that a run waits for. Only the step that changes files reads what was said. */
export async function playRound(shop: PastShop, workflow: Workflow, run: PastRun, said: string): Promise<PastRun> {
  const { service } = shop;
  const { name, prompt } = await service.get(`/runs/get?id=${run.id}`);
  pass(4000);
  await service.call("run.updateStatus", { runId: run.id, status: "running" });
  return await playSteps(shop, workflow, run, [String(name), String(prompt)], said);
}

async function playSteps(
  shop: PastShop,
  workflow: Workflow,
  { id: runId, branch }: PastRun,
  [name, prompt]: [string, string],
  said?: string,
): Promise<PastRun> {
  const { service, checkout } = shop;
  let sandboxId = "";
  for (const [stepIndex, step] of workflow.steps.entries()) {
    const task = said !== undefined && step.role === "designer" ? `${prompt}\n\n${said}` : prompt;
    const played = await playStep(shop, { runId, branch, stepIndex, step, name, prompt: task });
    sandboxId = played.sandboxId;
    if (played.error === null) continue;
    await service.call("run.updateStatus", { runId, status: "failed", error: played.error });
    return { id: runId, branch, sandboxId };
  }
  checkout.push(branch);
  await service.call("run.updateProgress", { runId, progress: { resultBranch: branch } });
  await service.call("run.updateStatus", { runId, status: "completed" });
  return { id: runId, branch, sandboxId };
}

interface PastStep {
  runId: string;
  branch: string;
  stepIndex: number;
  step: Workflow["steps"][number];
  name: string;
  prompt: string;
}

async function playStep(shop: PastShop, { runId, branch, stepIndex, step, name, prompt }: PastStep) {
  const { service, checkout, scenes } = shop;
  const row = { runId, role: step.role, name: step.name, stepIndex };
  const persona = step.personaId === null ? {} : { personaId: step.personaId };
  const stepId = idOf(await service.call("runStep.create", { ...row, ...persona }));
  const place = { runId, stepId, runtimeSandboxId: `${stepId}/past`, branchName: branch, status: "running" };
  const sandboxId = idOf(await service.call("sandbox.create", place));
  await service.call("runStep.updateStatus", { stepId, status: "running", sandboxId, toolDisplayName: "demo" });
  const progress = {
    currentStepLabel: step.name,
    currentIteration: 1,
    activeStepId: stepId,
    activeSandboxId: sandboxId,
  };
  await service.call("run.updateProgress", { runId, progress });
  const worktree = checkout.folder;
  const said = { service, scenes, worktree, sandboxId, role: step.role, prompt: `# The task\n\n${prompt}` };
  const { outcome, usage } = await converse(said);
  pass(3000);
  const isDone = outcome.kind === "completed";
  const diff = isDone ? checkout.commit(`${step.name}: ${name}`, runId, stepIndex) : checkout.diff();
  await service.call("sandbox.reportDiff", { sandboxId, diff });
  await service.call("sandbox.reportFiles", { sandboxId, files: checkout.files() });
  if (!isDone) checkout.discard();
  await service.call("sandbox.updateStatus", { sandboxId, status: isDone ? "stopped" : "failed" });
  const marks = isDone && step.role === "checker" ? marksOf(checkout) : {};
  const shown = isDone && step.gate !== undefined ? { proof: proofOf(checkout, step.gate.command) } : {};
  const status = isDone ? "completed" : "failed";
  await service.call("runStep.updateStatus", { stepId, status, ...usage.ofStep, ...marks, ...shown });
  const reason = "reason" in outcome ? outcome.reason : outcome.kind;
  return { sandboxId, error: isDone ? null : `The step ${step.name} failed: ${reason}` };
}

/** Really runs the command of a gate, and throws when it fails. */
function proofOf(checkout: Checkout, [command = "", ...args]: string[]): Fields {
  const begin = performance.now();
  // The variable of a test that plays this would change what Node prints.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const output = execFileSync(command, args, { cwd: checkout.folder, env, encoding: "utf8" });
  const durationMs = Math.round(performance.now() - begin);
  return { commit: checkout.head(), exitCode: 0, durationMs, output };
}

/** The marks of a checker for a change whose tests pass. */
function marksOf(checkout: Checkout): Fields {
  const tests = checkout.files().filter(({ path }) => path.startsWith("test/"));
  const total = tests.reduce((sum, { content }) => sum + content.split(/^ *test\(/m).length - 1, 0);
  const correctness = 0.9 + (total % 10) / 100;
  return {
    qualityScores: { correctness, readability: 0.9, composite: (correctness + 0.9) / 2 },
    testResults: { total, passed: total, failed: 0, skipped: 0 },
    verdict: { pass: true, feedback: "Does what was asked, and a test shows it." },
  };
}
