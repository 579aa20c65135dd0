// The work that the demonstration's agent is given: runs that end in every state, chains, sessions and a merge. What
// happens in each is in `scenes/`, where the agent finds it by the title of the task.
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../adminFunctions";
import { idOf } from "../seed/service";
import type { Service } from "../seed/service";
import { pullRequests } from "./past/tenDays";

const dayMs = 24 * 60 * 60 * 1000;

/** Gives all the work. Resolves when one run is paused, one is cancelled, and an agent has learnt something. */
export async function giveWork(service: Service): Promise<void> {
  const [build, fix] = await Promise.all(
    ["Build and check", "Fix a fault"].map((name) => workflowNamed(service, name)),
  );
  const start = async (name: string, text: string, more = {}) =>
    idOf(await service.post("/runs/start", { workflowId: build, prompt: `${name}. ${text}`, name, ...more }));

  const discount = await start("Add a discount to the cart", "In percent, and nobody pays parts of a cent.");
  await start("Send a receipt after each order", "With each line and the total.");
  await start("Let customers pay by bank transfer", "Beside card and invoice.");
  const cancelled = await start("Rewrite the shop in another language", "Whatever is fashionable.");
  const paused = await start("Move the product images to another store", "The old one closes in May.");
  await start("Never sell the last piece twice", "Two orders at once must not both get it.");
  await start("Fill up what is nearly sold out", "Up to ten pieces each.");
  await start("Translate the product pages", "Into French and Polish.");
  const later = { scheduledFor: Date.now() + dayMs };
  await start("Look for slow pages", "Write down the three slowest.", later);
  await giveLongerWork(service, build ?? "", fix ?? "");
  await Promise.all([
    whenStatus(service, paused, "running").then(() =>
      afterAWhile(() => service.post("/runs/pause", { runId: paused })),
    ),
    whenStatus(service, cancelled, "running").then(() =>
      afterAWhile(() => service.post("/runs/cancel", { runId: cancelled })),
    ),
    whenStatus(service, discount, "completed").then(() => learnFrom(service, discount)),
  ]);
}

async function workflowNamed(service: Service, name: string): Promise<string> {
  const found = (await service.list("/workflows")).find((workflow) => workflow["name"] === name);
  if (found === undefined) throw new Failure(`The shop has no workflow ${name}.`);
  return idOf(found);
}

/** Gives what lasts longer than one run. */
async function giveLongerWork(service: Service, build: string, fix: string): Promise<void> {
  const { gitRepoUrl } = await service.get("/project");
  await service.post("/merging/start", { pullRequests, baseBranch: "main" });
  const prompt = "Do what the board says for the next sprint, and tick what is done.";
  await service.post("/sprint-chains", { workflowId: build, sprintRange: [1, 3], prompt, gitRepoUrl });
  const issueIds: string[] = [];
  for (const issue of cartFaults) issueIds.push(idOf(await service.post("/issues/create", issue)));
  const chain = { title: "Faults at the checkout", description: "One after the other.", issueIds, workflowId: fix };
  await service.post("/work-chains/start", { chainId: idOf(await service.post("/work-chains/create", chain)) });
  await service.post("/issue-sessions/start", { prompt: "Look for what customers would notice first." });
}

const cartFaults = [
  {
    title: "Removing one piece empties the whole line",
    description: "Put three mugs into the cart and remove one: all three are gone.",
    priority: "high",
  },
  {
    title: "Prices lose their last zero",
    description: "€12.90 is shown as €12.9, in the cart and in the catalogue.",
    priority: "medium",
  },
  {
    title: "An order without products can be placed",
    description: "The checkout takes an empty cart and charges 4.90 for its shipping.",
    priority: "high",
  },
];

async function learnFrom(service: Service, runId: string): Promise<void> {
  const [sandbox] = await service.list(`/sandboxes/list?runId=${runId}&limit=1`);
  if (sandbox !== undefined) await service.call("learning.dispatchExtraction", { sandboxId: idOf(sandbox), runId });
}

/** Until then the agent has said something. */
const whileMs = 10_000;

async function afterAWhile(work: () => Promise<unknown>): Promise<void> {
  await pause(whileMs);
  await work();
}

const maxWaitMs = 10 * 60 * 1000;

/** Waits until the run has this status. */
async function whenStatus(service: Service, runId: string, wanted: string): Promise<void> {
  for (const until = Date.now() + maxWaitMs; Date.now() < until; await pause(500)) {
    const { status } = await service.get(`/runs/get?id=${runId}`);
    if (status === wanted) return;
  }
}
