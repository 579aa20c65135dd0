// Makes what an agent does during a run: a sandbox, steps, messages, files, changes, usage, learnings.
import type { Role } from "./knowledge";
import type { Chance } from "./random";
import { keepReport, reportFeedback } from "./feedback";
import { idOf } from "./service";
import type { Fields, Service } from "./service";
import { lesson } from "./topics";
import type { Topic } from "./topics";

const models = ["claude-sonnet-4-5", "claude-opus-4-1", "gpt-5-mini"] as const;
const services = ["anthropic", "openai", "openrouter"] as const;
const severities = ["low", "medium", "high", "critical"] as const;

export interface Assignment {
  runId: string;
  chance: Chance;
  topic: Topic;
  roles: readonly Role[];
  /** Whether all steps are done. Otherwise the agent is in the middle of its last step. */
  isWhole: boolean;
  /** Whether the run has what only its own page shows: a transcript, files, a sandbox for each step. */
  isDetailed: boolean;
}

/** The ids of the last step that was begun, and of its sandbox. */
export interface Work {
  sandboxId: string;
  stepId: string;
}

export async function workOnRun(service: Service, assignment: Assignment): Promise<Work> {
  const { chance, roles, isWhole, isDetailed } = assignment;
  const begun = roles.slice(0, isWhole ? roles.length : chance.between(1, roles.length));
  let work: Work | null = null;
  for (const [stepIndex, role] of begun.entries()) {
    const stepId = await beginStep(service, assignment, stepIndex, role);
    work = { stepId, sandboxId: await sandboxFor(service, assignment, stepId, work) };
    await takeStep(service, assignment, { ...work, role, isOver: isWhole || stepIndex < begun.length - 1 });
  }
  if (work === null) throw new Error("A workflow needs at least one step.");
  await reportChanges(service, assignment, work.sandboxId);
  if (isDetailed && isWhole && chance.is(0.4)) await learn(service, assignment, work.sandboxId);
  return work;
}

/** Returns the id of the step. */
async function beginStep(service: Service, { runId }: Assignment, stepIndex: number, role: Role): Promise<string> {
  const name = `${role.charAt(0).toUpperCase()}${role.slice(1)}`;
  return idOf(await service.call("runStep.create", { runId, role, name, stepIndex }));
}

/** Returns the id of a new sandbox, or of the previous step's where one serves the whole run. */
async function sandboxFor(
  service: Service,
  { runId, chance, topic, isDetailed }: Assignment,
  stepId: string,
  former: Work | null,
): Promise<string> {
  if (former !== null && !isDetailed) return former.sandboxId;
  if (former !== null) await service.call("sandbox.updateStatus", { sandboxId: former.sandboxId, status: "stopped" });
  const size = { memoryMb: chance.is(0.5) ? 4096 : 8192, cpuCount: chance.between(1, 4), timeoutMs: 3_600_000 };
  const runtimeSandboxId = `box-${chance.between(0, 0xffffffff).toString(16).padStart(8, "0")}`;
  const where = { branchName: `agent/${topic.slug}`, status: "running", ...size };
  const sandboxId = idOf(await service.call("sandbox.create", { runId, stepId, runtimeSandboxId, ...where }));
  if (former === null && isDetailed) {
    await service.call("sandbox.setTriggerRunId", { sandboxId, triggerRunId: `trigger-${runtimeSandboxId}` });
  }
  return sandboxId;
}

interface Step extends Work {
  role: Role;
  isOver: boolean;
}

async function takeStep(service: Service, assignment: Assignment, step: Step): Promise<void> {
  const { runId, chance, topic, isDetailed } = assignment;
  const { stepId, sandboxId, role, isOver } = step;
  const tools = { toolDisplayName: "Agent", resolvedModelId: chance.pick(models), thinkingEffort: "medium" };
  await service.call("runStep.updateStatus", { stepId, status: "running", sandboxId, ...tools });
  if (isDetailed || !isOver) {
    const currentStepProgress = isOver ? 1 : chance.between(1, 9) / 10;
    const progress = { currentStepLabel: `${role}: ${topic.area}`, currentStepProgress, activeStepId: stepId };
    await service.call("run.updateProgress", { runId, progress });
  }
  if (isDetailed) await talk(service, assignment, step);
  const inputTokens = chance.between(2000, 60_000);
  const tokenUsage = { inputTokens, outputTokens: chance.between(300, 9000) };
  const cacheReadTokens = Math.floor(inputTokens / 2);
  await service.call("usage.computeCostAndRecord", {
    sandboxId,
    tokenUsage: { ...tokenUsage, cacheReadTokens },
    durationMs: chance.between(20_000, 900_000),
    service: chance.pick(services),
  });
  if (isOver)
    await service.call("runStep.updateStatus", { stepId, status: "completed", tokenUsage, ...grades(chance, role) });
}

function grades(chance: Chance, role: Role): Fields {
  if (role === "researcher" || role === "designer") return {};
  const total = chance.between(20, 400);
  const failed = chance.is(0.2) ? chance.between(1, 5) : 0;
  const correctness = chance.between(60, 100) / 100;
  return {
    qualityScores: { correctness, composite: (correctness + 0.8) / 2 },
    testResults: { total, passed: total - failed, failed, skipped: 0 },
    verdict: { pass: failed === 0, feedback: failed === 0 ? "Does what was asked." : `${failed} tests fail.` },
  };
}

/** Writes the prompt, a tool's answer, and the agent's reply. */
async function talk(service: Service, { chance, topic }: Assignment, step: Step): Promise<void> {
  const { sandboxId, role } = step;
  const said = (speaker: string, content: string) =>
    service.call("message.store", { sandboxId, role: speaker, content, timestamp: Date.now() });
  await said("user", `You are the ${role}. ${topic.title}.`);
  await said("tool", `$ cat ${topic.file}\n(${chance.between(40, 600)} lines)`);
  const words = [`I have read ${topic.file}. `, `The ${topic.area} module is small, `, "so one change is enough."];
  // Once a reply is finished, its chunks are deleted, so it makes no difference whether it came in chunks. A reply of a
  // finished step takes one request instead of five.
  if (step.isOver) await said("assistant", words.join(""));
  else await stream(service, step, words);
}

async function stream(service: Service, { stepId, sandboxId }: Step, words: string[]): Promise<void> {
  const messageId = `answer-${stepId}`;
  await service.call("message.streamCreate", { sandboxId, messageId });
  for (const [seq, chunk] of words.entries()) {
    await service.call("message.streamAppend", { sandboxId, messageId, chunk, seq });
  }
  await service.call("message.streamFinalize", { sandboxId, messageId, finalContent: words.join("") });
}

async function reportChanges(service: Service, assignment: Assignment, sandboxId: string): Promise<void> {
  const { chance, topic, isDetailed } = assignment;
  const { file } = topic;
  const diff = `--- a/${file}\n+++ b/${file}\n@@ -1,3 +1,3 @@\n-  return 0;\n+  return ${chance.between(1, 99)};\n`;
  await service.call("sandbox.reportDiff", { sandboxId, diff });
  if (!isDetailed) return;
  await reportFiles(service, assignment, sandboxId);
  await keepReport(service, assignment, sandboxId);
  await reportFeedback(service, assignment);
  if (chance.is(0.5)) {
    const server = { url: `https://${chance.between(1000, 9999)}.preview.example.com`, status: "running" };
    await service.call("sandbox.reportDevServer", { sandboxId, ...server });
  }
}

async function reportFiles(service: Service, { chance, topic }: Assignment, sandboxId: string): Promise<void> {
  const { file, area } = topic;
  const content = `export function ${area}(): number {\n  return ${chance.between(1, 99)};\n}\n`;
  const files = [
    { path: file, size: content.length, content },
    { path: "package.json", size: 24, content: '{ "name": "example-shop" }' },
    { path: "README.md", size: 7, content: "# Shop\n" },
  ];
  await service.call("sandbox.reportFiles", { sandboxId, files });
}

async function learn(service: Service, { runId, chance, topic }: Assignment, sandboxId: string): Promise<void> {
  await service.call("sandbox.updateLearningStatus", { sandboxId, learningStatus: "running" });
  await service.call("learning.store", {
    sandboxId,
    runId,
    content: lesson(chance),
    category: topic.area,
    trigger: `Changes in ${topic.file}`,
    severity: chance.pick(severities),
    applicableRoles: chance.some(["designer", "checker"], chance.between(1, 2)),
  });
  await service.call("sandbox.updateLearningStatus", { sandboxId, learningStatus: "completed" });
}
