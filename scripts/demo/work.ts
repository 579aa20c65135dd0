// The work that the demonstration's agent is given: runs that end in every state, chains, sessions and a merge. A
// directive such as `[demo: fail]` in a prompt tells the scripted agent what will happen.
import { setTimeout as pause } from "node:timers/promises";
import { idOf } from "../seed/service";
import type { Service } from "../seed/service";

const dayMs = 24 * 60 * 60 * 1000;

/** Gives all the work. Resolves when one run is paused and one is cancelled. */
export async function giveWork(service: Service, repository: string): Promise<void> {
  await service.post("/project/update", { gitRepoUrl: repository });
  await service.post("/contexts", {
    name: "Architecture",
    content: "One file for each thing of the shop, in `src/`.\n",
  });
  const persona = { name: "Careful designer", type: "designer", instructions: "You leave every file tidier." };
  const personaId = idOf(await service.post("/personas/create", persona));
  const workflowId = await makeWorkflow(service, personaId);
  const start = async (prompt: string, more = {}) =>
    idOf(await service.post("/runs/start", { workflowId, prompt, name: nameOf(prompt), ...more }));

  for (const prompt of plainPrompts) await start(`${prompt} [demo: plain]`);
  await start("Send a receipt after each order. [demo: question]");
  await start("Let customers pay by bank transfer. [demo: question]");
  await start("Run the whole test suite. [demo: permission]");
  await start("Remove the old checkout. [demo: fail]");
  await start("Translate the product pages. [demo: limit]");
  const paused = await start("Move the images to another store. [demo: hang]");
  const cancelled = await start("Rewrite everything in another language. [demo: hang]");
  await start("Look for slow pages. [demo: plain]", { scheduledFor: Date.now() + dayMs });
  await makeLongerWork(service, workflowId, repository);
  await Promise.all([
    whenRunning(service, paused).then(() => service.post("/runs/pause", { runId: paused })),
    whenRunning(service, cancelled).then(() => service.post("/runs/cancel", { runId: cancelled })),
  ]);
}

const plainPrompts = [
  "Add a discount to the cart.",
  "Show the total with and without tax.",
  "Write tests for the orders.",
  "Log every failed payment.",
];

async function makeWorkflow(service: Service, personaId: string): Promise<string> {
  const steps = [
    { role: "designer", name: "Build", personaId },
    { role: "checker", name: "Check" },
  ];
  return idOf(await service.post("/workflows", { name: "Build and check", steps }));
}

/** Makes what lasts longer than one run. */
async function makeLongerWork(service: Service, workflowId: string, repository: string): Promise<void> {
  const sprints = {
    workflowId,
    sprintRange: [1, 3],
    prompt: "Do what the board says. [demo: plain]",
    gitRepoUrl: repository,
  };
  await service.post("/sprint-chains", sprints);
  const issueIds: string[] = [];
  for (const title of ["The cart forgets its content", "Prices have no currency"]) {
    issueIds.push(idOf(await service.post("/issues/create", { title, description: `${title}. [demo: plain]` })));
  }
  const chain = { title: "Faults of the cart", issueIds, workflowId };
  const chainId = idOf(await service.post("/work-chains/create", chain));
  await service.post("/work-chains/start", { chainId });
  await service.post("/issue-sessions/start", { prompt: "Look for what customers would notice first. [demo: plain]" });
  const time = { frequency: "daily", timezone: "Europe/Berlin", scheduledHour: 4, scheduledMinute: 30 };
  const task = { title: "Update the packages", prompt: "Update the packages. [demo: plain]" };
  await service.post("/recurring-tasks", { ...task, ...time, targetWorkflowId: workflowId });
}

function nameOf(prompt: string): string {
  return prompt.replace(/\s*\[demo:.*\]/, "").replace(/\.$/, "");
}

const maxWaitMs = 10 * 60 * 1000;

/** Waits until a runner has begun with the run. */
async function whenRunning(service: Service, runId: string): Promise<void> {
  for (const until = Date.now() + maxWaitMs; Date.now() < until; await pause(500)) {
    const { status } = await service.get(`/runs/get?id=${runId}`);
    if (status === "running") return;
  }
}
