// The ten days before the demonstration, in the order in which they happened.
import { runFunction } from "../../adminFunctions";
import { idOf } from "../../seed/service";
import { moveTo, pass } from "./clock";
import { followRequest, mergeRequest } from "./followUp";
import { playFirstSession } from "./firstSession";
import { improveKnowledge, makeKnowledge } from "./knowledge";
import type { Knowledge } from "./knowledge";
import { compile, learn, review } from "./learnings";
import { playRun, startRun } from "./runs";
import type { PastRun, PastShop, Workflow } from "./runs";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const days = 10;

export function startOfPast(nowMs: number): number {
  return nowMs - days * dayMs;
}

/** Plays everything. The clock is at the beginning, and its day is the first one. */
export async function playTenDays(shop: PastShop, nowMs: number): Promise<void> {
  const { service } = shop;
  await setUp(shop);
  const knowledge = await makeKnowledge(service);
  await makeNightlyTask(shop, knowledge.night, nowMs);
  const approved: string[] = [];
  const learnFrom = async (run: PastRun, numbers: number[]) => {
    const ids = await learn(service, run, numbers);
    await review(service, ids, "approved");
    approved.push(...ids);
  };
  for (let day = 0; day < days; day++) {
    const begin = startOfPast(nowMs) + day * dayMs;
    moveTo(begin + 3 * hourMs);
    await playDay(shop, knowledge, { day, learnFrom, approved });
    moveTo(begin + 19 * hourMs);
    await playNight(shop, knowledge.night);
  }
  await throwAway(shop);
}

async function setUp({ service }: PastShop): Promise<void> {
  await service.post("/project/settings/update", {
    sandboxSystemPrompt: "You work on a small online shop. Amounts are whole cents.",
    agentMd: "# For agents\n\n`node --test` runs all tests. A change without a test is not finished.\n",
    issueDiscoveryPrompt: "Change nothing. Say for each fault how one sees it.",
    gitCommitName: "Shop agent",
    gitCommitEmail: "agent@shop.example",
  });
  await service.post("/project/members/invite", { email: "grace@shop.example", role: "admin" });
  await service.post("/project/members/invite", { email: "alan@shop.example", role: "member" });
  const everything = { type: "project" };
  await service.post("/budgets", {
    name: "A month",
    scope: everything,
    limitUsd: 200,
    period: "month",
    action: "pause",
  });
  // It is disabled, since a demonstration sends nothing to anybody.
  const events = ["run.failed", "questions.*"];
  await service.post("/webhooks", { url: "https://hooks.example.com/switchyard", events, isEnabled: false });
}

/** The task is due an hour before each day of `playTenDays` has its night. */
async function makeNightlyTask({ service }: PastShop, night: Workflow, nowMs: number): Promise<void> {
  const scheduledHour = new Date(startOfPast(nowMs) + 18 * hourMs).getUTCHours();
  await service.post("/recurring-tasks", {
    title: "Check the catalogue",
    prompt: "Check the catalogue and write down what somebody must do.",
    frequency: "daily",
    timezone: "UTC",
    scheduledHour,
    scheduledMinute: 0,
    targetWorkflowId: night.id,
  });
}

async function playNight(shop: PastShop, night: Workflow): Promise<void> {
  await runFunction("recurringTasks/scheduled:fire", {});
  const [run] = await shop.service.list("/runs/list?status=pending&limit=1");
  if (run !== undefined) await playRun(shop, night, idOf(run));
}

interface Day {
  day: number;
  learnFrom: (run: PastRun, numbers: number[]) => Promise<void>;
  approved: string[];
}

async function playDay(
  shop: PastShop,
  { build, fix, prove }: Knowledge,
  { day, learnFrom, approved }: Day,
): Promise<void> {
  const { service } = shop;
  const run = async (workflow: Workflow, name: string) => {
    const played = await playRun(shop, workflow, await startRun(shop, workflow, name));
    pass(20 * 60 * 1000);
    return played;
  };
  const merged = async (workflow: Workflow, name: string) => {
    const played = await run(workflow, name);
    shop.checkout.merge(played.branch, `Merge ${played.branch}: ${name}`);
    return played;
  };
  switch (day) {
    case 0:
      return await learnFrom(await merged(build, "Read typed prices to the cent"), [0]);
    case 1:
      return await learnFrom(await merged(fix, "Find products however customers type"), [2]);
    case 2: {
      const paging = await merged(fix, "Show the last page of the catalogue");
      await review(service, await learn(service, paging, [4]), "rejected");
      await compile(service, "designer", approved);
      return;
    }
    case 3:
      return await playFirstSession(shop);
    case 4:
      await learnFrom(await merged(fix, "Send orders of exactly 50 euros free of charge"), [1]);
      return void (await run(build, "Take the new prices of the supplier"));
    case 5:
      return await improveKnowledge(service);
    case 6: {
      const escaping = await merged(build, "Escape what customers write in e-mails");
      await mergeRequest(shop, escaping, 40);
      await learnFrom(escaping, [3]);
      await compile(service, "designer", approved);
      return await compile(service, "checker", approved);
    }
    case 7:
      await request(shop, await run(build, "Show the cheapest products first"), 41);
      return await request(shop, await run(build, "Leave sold-out products out of the search"), 42);
    case 8:
      return await followRequest(shop, prove, await run(prove, "Say how much is missing to free shipping"), 43);
    default:
      return;
  }
}

/** The pull requests that the demonstration merges. */
export const pullRequests = [41, 42].map((prNumber) => {
  return { prNumber, prUrl: `https://git.example.com/shop/pull/${prNumber}` };
});

async function request({ service, checkout }: PastShop, run: PastRun, prNumber: number): Promise<void> {
  checkout.openPullRequest(run.branch, prNumber);
  const prUrl = pullRequests.find((each) => each.prNumber === prNumber)?.prUrl;
  await service.call("run.updatePr", { runId: run.id, prUrl, prNumber, prStatus: "open" });
  if (prNumber === 42) await learn(service, run, [5]);
}

async function throwAway({ service }: PastShop): Promise<void> {
  const steps = [{ role: "designer", name: "Do everything" }];
  const workflow = await service.post("/workflows", { name: "One big step", steps });
  await service.delete(`/workflows/${idOf(workflow)}`);
  await service.delete(`/contexts/${idOf(await service.post("/contexts", { name: "Notes of the first week" }))}`);
  const [failed] = await service.list("/runs/list?status=completed&search=Check&limit=1");
  if (failed !== undefined) await service.post("/runs/bulk-delete", { runIds: [idOf(failed)] });
}
