// Makes work that lasts longer than one run: chains of sprints, chains of issues, recurring tasks, merge runs.
import type { Workflow } from "./knowledge";
import { chanceOf } from "./random";
import { playRun } from "./runs";
import type { RunOutcome } from "./runs";
import { idOf } from "./service";
import type { Fields, Service } from "./service";
import { faultTopic, promptOf, repository, taskTopic } from "./topics";

type Ended = Extract<RunOutcome, "completed" | "failed" | "running">;

/** How the runs of a chain end, for each kind of chain in turn. A chain of three moves on as its runs end. */
const courses: { outcomes: Ended[]; isCancelled: boolean }[] = [
  { outcomes: ["completed", "completed", "completed"], isCancelled: false },
  { outcomes: ["completed", "running"], isCancelled: false },
  { outcomes: ["completed", "failed"], isCancelled: false },
  { outcomes: ["completed"], isCancelled: true },
];

export const courseCount = courses.length;

function courseAt(index: number): { outcomes: Ended[]; isCancelled: boolean } {
  return courses[index % courses.length] ?? { outcomes: [], isCancelled: true };
}

export interface ChainPlan {
  seed: number;
  index: number;
  workflows: Workflow[];
}

export async function makeSprintChain(service: Service, { seed, index, workflows }: ChainPlan): Promise<void> {
  const chance = chanceOf(seed, `sprint chain ${index}`);
  const { id: workflowId, roles } = chance.pick(workflows);
  const first = chance.between(1, 9);
  const prompt = `Work on what the sprint's board says about ${taskTopic(chance).area}.`;
  const wanted = { workflowId, sprintRange: [first, first + 2], prompt, gitRepoUrl: repository };
  const chainId = idOf(await service.post("/sprint-chains", wanted));
  const { outcomes, isCancelled } = courseAt(index);
  for (const [sprintIndex, outcome] of outcomes.entries()) {
    const runId = idOf(await service.call("run.createChainRun", { chainId, sprintIndex }));
    await playRun(service, {
      runId,
      chance,
      topic: taskTopic(chance),
      roles,
      outcome,
      isDetailed: index < courseCount,
    });
    const prUrl = `https://github.com/example/shop/pull/${chance.between(100, 9999)}`;
    if (outcome === "completed") await service.call("sprintChain.updatePr", { chainId, prUrl, sprintIndex });
  }
  if (isCancelled) await service.delete(`/sprint-chains/${chainId}`);
}

/** Makes a chain of three issues of its own. Every fifth chain still waits for its first run. */
export async function makeWorkChain(service: Service, { seed, index, workflows }: ChainPlan): Promise<void> {
  const chance = chanceOf(seed, `work chain ${index}`);
  const { id: workflowId, roles } = chance.pick(workflows);
  const topics = Array.from({ length: 3 }, () => faultTopic(chance));
  const issueIds: string[] = [];
  for (const topic of topics) issueIds.push(idOf(await service.post("/issues/create", { title: topic.title })));
  const chain = { title: `Faults of ${topics[0]?.area ?? "the shop"}`, description: "One after the other." };
  const where = { workflowId, gitRepoUrl: repository, branchName: "main" };
  const chainId = idOf(await service.post("/work-chains/create", { ...chain, issueIds, ...where }));
  const { outcomes, isCancelled } = courseAt(index);
  if (index % (courseCount + 1) === courseCount) return;
  await service.post("/work-chains/start", { chainId });
  for (const [position, outcome] of outcomes.entries()) {
    const topic = topics[position] ?? taskTopic(chance);
    const run = { workflowId, prompt: promptOf(topic), name: topic.title, issueId: issueIds[position] };
    const runId = idOf(await service.call("run.create", { ...run, status: "pending" }));
    await playRun(service, { runId, chance, topic, roles, outcome, isDetailed: index < courseCount });
  }
  if (isCancelled) await service.call("workChain.updateStatus", { chainId, status: "cancelled" });
}

const tasks = [
  { title: "Update the packages", frequency: "weekly", timezone: "Europe/Berlin", scheduledHour: 4 },
  { title: "Look for slow queries", frequency: "daily", timezone: "America/New_York", scheduledHour: 22 },
  { title: "Read the error log", frequency: "every_other_day", timezone: "Asia/Tokyo", scheduledHour: 7 },
  { title: "Tidy up feature flags", frequency: "biweekly", timezone: "UTC", scheduledHour: 0 },
  { title: "Write the change log", frequency: "monthly", timezone: "Australia/Sydney", scheduledHour: 9 },
] as const;

export const recurringTaskCount = tasks.length;

export async function makeRecurringTask(service: Service, { seed, index, workflows }: ChainPlan): Promise<void> {
  const { id: targetWorkflowId } = chanceOf(seed, `recurring task ${index}`).pick(workflows);
  const task = tasks[index % tasks.length];
  const prompt = `${task?.title ?? ""}. Make one pull request of it, or none if there is nothing to do.`;
  const id = idOf(await service.post("/recurring-tasks", { ...task, prompt, targetWorkflowId, scheduledMinute: 30 }));
  if (index === tasks.length - 1) await service.put(`/recurring-tasks/${id}/toggle`);
}

const mergeOutcomes: Fields[] = [
  { status: "completed", prUrl: "https://github.com/example/shop/pull/10001" },
  { status: "running" },
  { status: "failed", error: "Two pull requests change the same lines in src/cart/cart.ts." },
];

export async function makeMergeRun(service: Service, seed: number, index: number): Promise<void> {
  const chance = chanceOf(seed, `merge run ${index}`);
  const pullRequests = Array.from({ length: chance.between(2, 5) }, () => {
    const prNumber = chance.between(100, 9999);
    return { prUrl: `https://github.com/example/shop/pull/${prNumber}`, prNumber };
  });
  const mergeRunId = idOf(await service.post("/merging/start", { pullRequests, baseBranch: "main" }));
  const outcome = mergeOutcomes[index % mergeOutcomes.length] ?? { status: "running" };
  if (outcome["status"] !== "running") await service.call("mergeRun.updateStatus", { mergeRunId, ...outcome });
}
