// Makes runs in every state. Those that wait are made as clients make them; those that have begun change as the job
// runner changes them.
import type { Role, Workflow } from "./knowledge";
import { chanceOf } from "./random";
import type { Chance } from "./random";
import { idOf } from "./service";
import type { Fields, Service } from "./service";
import { taskTopic, promptOf, repository } from "./topics";
import type { Topic } from "./topics";
import { workOnRun } from "./work";

export type RunOutcome = "completed" | "failed" | "cancelled" | "running" | "paused" | "pending" | "scheduled";

/** The outcomes of runs, in turn. The first seven runs have each outcome once. */
const outcomes: RunOutcome[] = [
  "completed",
  "failed",
  "running",
  "paused",
  "scheduled",
  "cancelled",
  "pending",
  "completed",
  "completed",
  "completed",
  "failed",
  "completed",
  "completed",
  "completed",
  "running",
  "completed",
  "completed",
  "cancelled",
  "completed",
  "completed",
];

const sources = ["api", "api", "dashboard", "recurring_task", "callback"] as const;
/** Nobody reads the transcripts of thousands of runs, and they are more than half of the work. */
const detailedRuns = 200;

const dayMs = 24 * 60 * 60 * 1000;

export interface RunPlan {
  seed: number;
  index: number;
  workflows: Workflow[];
  /** The issue that the run fixes, if any. */
  issueId: string | undefined;
}

/** Makes a run and returns its id. */
export async function makeRun(service: Service, { seed, index, workflows, issueId }: RunPlan): Promise<string> {
  const chance = chanceOf(seed, `run ${index}`);
  const outcome = outcomes[index % outcomes.length] ?? "completed";
  const topic = taskTopic(chance);
  const { id: workflowId, roles } = chance.pick(workflows);
  const wanted = {
    workflowId,
    prompt: promptOf(topic),
    name: topic.title,
    gitRepoUrl: repository,
    branchName: chance.is(0.8) ? "main" : "develop",
    maxIterations: chance.between(1, 4),
    ...(issueId === undefined ? {} : { issueId }),
  };
  if (outcome === "pending" || outcome === "scheduled") return await startRun(service, chance, outcome, wanted);
  const runId = idOf(await service.call("run.create", { ...wanted, ...originOf(chance), status: "pending" }));
  await playRun(service, { runId, chance, topic, roles, outcome, isDetailed: index < detailedRuns });
  return runId;
}

async function startRun(service: Service, chance: Chance, outcome: "pending" | "scheduled", wanted: Fields) {
  const time = { scheduledFor: Date.now() + chance.between(1, 14) * dayMs, timezone: "Europe/Berlin" };
  return idOf(await service.post("/runs/start", outcome === "scheduled" ? { ...wanted, ...time } : wanted));
}

function originOf(chance: Chance): Fields {
  const source = chance.pick(sources);
  return source === "recurring_task" ? { source, recurrencePattern: "daily", timezone: "Europe/Berlin" } : { source };
}

export interface Play {
  runId: string;
  chance: Chance;
  topic: Topic;
  /** The roles of the workflow's steps. */
  roles: readonly Role[];
  outcome: Exclude<RunOutcome, "pending" | "scheduled">;
  isDetailed: boolean;
}

/** Moves a run from pending to its outcome, with all that happens on the way. */
export async function playRun(service: Service, play: Play): Promise<void> {
  const { runId, chance, topic, outcome } = play;
  await service.call("run.updateStatus", { runId, status: "running" });
  const work = await workOnRun(service, { ...play, isWhole: outcome === "completed" });
  switch (outcome) {
    case "completed":
      await openPullRequest(service, chance, runId, work.sandboxId);
      await service.call("sandbox.updateStatus", { sandboxId: work.sandboxId, status: "stopped" });
      await service.call("run.updateStatus", { runId, status: "completed" });
      return;
    case "failed":
      await service.call("runStep.updateStatus", { stepId: work.stepId, status: "failed" });
      await service.call("run.updateStatus", { runId, status: "failed", error: `The tests of ${topic.area} fail.` });
      return;
    case "cancelled":
      await service.post("/runs/cancel", { runId });
      return;
    case "paused":
      await service.post("/runs/pause", { runId });
      return;
    case "running":
      if (chance.is(0.5)) await askSomebody(service, runId, topic);
      await service.post("/sandboxes/send-message", { sandboxId: work.sandboxId, content: "How far are you?" });
      if (chance.is(0.3)) await service.post("/runs/request-graceful-stop", { runId });
  }
}

async function askSomebody(service: Service, runId: string, { title }: Topic): Promise<void> {
  const options = ["Change only what is needed", "Tidy up on the way"];
  await service.call("run.ask", { runId, key: "extent", title: `${title}: how far may I go?`, options });
}

const prStatuses = ["open", "merged", "merged", "draft", "closed", "failed"] as const;

async function openPullRequest(service: Service, chance: Chance, runId: string, sandboxId: string): Promise<void> {
  if (chance.is(0.15)) return;
  const prNumber = chance.between(100, 9999);
  const prUrl = `https://github.com/example/shop/pull/${prNumber}`;
  await service.call("run.updatePr", { runId, prUrl, prNumber, prStatus: "open" });
  if (chance.is(0.2)) await service.call("sandbox.updatePr", { sandboxId, prUrl, prNumber, prStatus: "open" });
  const status = chance.is(0.8) ? "success" : "failure";
  const checks = [
    { name: "build", status: "success", url: `${prUrl}/checks` },
    { name: "test", status, url: `${prUrl}/checks` },
  ];
  await service.call("run.updateCiChecks", { runId, status, checks });
  const prStatus = chance.pick(prStatuses);
  if (prStatus !== "open") await service.call("run.updatePr", { runId, prUrl, prNumber, prStatus });
}
