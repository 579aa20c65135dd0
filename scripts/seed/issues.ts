// Makes sessions in which agents look for issues and ask questions, and the issues that they found.
import { chanceOf } from "./random";
import type { Chance } from "./random";
import { idOf, idsOf } from "./service";
import type { Service } from "./service";
import { faultTopic, promptOf, someDoubts, taskTopic } from "./topics";

const outcomes = ["completed", "active", "completed", "failed", "completed", "cancelled"] as const;
const priorities = ["low", "medium", "high", "critical"] as const;

export interface Discovery {
  sessionId: string;
  issueIds: string[];
}

/** Makes a session with its sandbox, steps and issues. Every second session has questions too. */
export async function makeIssueSession(service: Service, seed: number, index: number): Promise<Discovery> {
  const chance = chanceOf(seed, `issue session ${index}`);
  const { title, area } = taskTopic(chance);
  const prompt = `Look through ${area} for what could go wrong. Of special interest: ${title.toLowerCase()}.`;
  const sessionId = idOf(await service.post("/issue-sessions/start", { prompt, memoryMb: 4096, cpuCount: 2 }));
  await service.post("/issue-sessions/rename", { sessionId, name: `Scan of ${area} ${index + 1}` });
  const sandboxPayload = { runtimeSandboxId: `scan-${seed}-${index}`, status: "running", memoryMb: 4096, cpuCount: 2 };
  const sandbox = await service.call("issueSession.createSandbox", { sessionId, sandboxPayload });
  await reportScan(service, sessionId, area);
  const found = await service.call("issueSession.createIssuesFromJson", { sessionId, issues: someIssues(chance) });
  if (index % 2 === 0) await askQuestions(service, chance, sessionId, index);
  const status = outcomes[index % outcomes.length] ?? "completed";
  if (status !== "active") {
    await service.call("issueSession.updateStatus", { sessionId, status });
    await service.call("sandbox.updateStatus", { sandboxId: idOf(sandbox), status: "stopped" });
  }
  return { sessionId, issueIds: idsOf(found) };
}

async function reportScan(service: Service, sessionId: string, area: string): Promise<void> {
  const step = { sessionId, role: "researcher", name: `Read ${area}`, stepIndex: 0 };
  const stepId = idOf(await service.call("issueSessionStep.create", step));
  await service.call("issueSession.updateProgress", { sessionId, progress: `Reading src/${area}` });
  await service.call("issueSession.updateIteration", { sessionId });
  await service.call("issueSessionStep.updateStatus", { stepId, status: "completed" });
}

function someIssues(chance: Chance) {
  return Array.from({ length: chance.between(3, 8) }, () => {
    const topic = faultTopic(chance);
    return {
      title: topic.title,
      description: `Seen in ${topic.file}. Happens every time; nobody has reported it yet.`,
      priority: chance.pick(priorities),
      suggestedPrompt: promptOf(topic),
    };
  });
}

const answeringOutcomes = ["in review", "reviewed", "unasked", "completed", "archived"] as const;

async function askQuestions(service: Service, chance: Chance, issueSessionId: string, index: number): Promise<void> {
  const id = idOf(await service.post("/answering-sessions", { issueSessionId }));
  const outcome = answeringOutcomes[(index / 2) % answeringOutcomes.length] ?? "in review";
  if (outcome === "unasked") return;
  const questions = someDoubts(chance, chance.between(3, 6));
  const asked = await service.call("issueSession.createSessionQuestionsFromJson", {
    answeringSessionId: id,
    questions,
  });
  const questionIds = idsOf(asked);
  const reviewed = outcome === "in review" ? questionIds.slice(0, -1) : questionIds;
  for (const questionId of reviewed) await service.put(`/session-questions/${questionId}/review`, verdict(chance));
  if (outcome === "completed") await service.put(`/answering-sessions/${id}/status`, { status: "completed" });
  if (outcome === "archived") await service.delete(`/answering-sessions/${id}`);
}

function verdict(chance: Chance) {
  if (chance.is(0.7)) return { status: "approved" };
  return { status: "declined", correction: "No: ask the product owner first, and leave it as it is until then." };
}

/** Makes an issue that a person has written down, without a session. */
export async function makeIssue(service: Service, seed: number, index: number): Promise<string> {
  const chance = chanceOf(seed, `issue ${index}`);
  const topic = faultTopic(chance);
  const issue = { title: topic.title, description: "A customer has called.", priority: chance.pick(priorities) };
  const issueId = idOf(await service.post("/issues/create", { ...issue, suggestedPrompt: promptOf(topic) }));
  if (chance.is(0.15)) await service.post("/issues/update", { issueId, status: "closed" });
  return issueId;
}
