// A run that continues after its request was opened: a check fails, round 1 repairs it, and a colleague has a wish that
// waits for somebody. And a request that was merged.
import { keepFile } from "../../seed/artifacts";
import type { Service } from "../../seed/service";
import { commentCheck } from "../scenes/followUp";
import { pass } from "./clock";
import { pictureOfBar } from "./picture";
import { playRound } from "./runs";
import type { PastRun, PastShop, Workflow } from "./runs";

const minuteMs = 60 * 1000;
const requestAt = (prNumber: number) => ({ prNumber, prUrl: `https://git.example.com/shop/pull/${prNumber}` });

export async function mergeRequest({ service }: PastShop, run: PastRun, prNumber: number): Promise<void> {
  const request = { runId: run.id, ...requestAt(prNumber) };
  await service.call("run.updatePr", { ...request, prStatus: "open" });
  pass(90 * minuteMs);
  await service.call("run.updatePr", { ...request, prStatus: "merged" });
}

export async function followRequest(shop: PastShop, workflow: Workflow, run: PastRun, prNumber: number): Promise<void> {
  const { service, checkout } = shop;
  await showBar(service, run);
  checkout.openPullRequest(run.branch, prNumber);
  await service.call("run.updatePr", { runId: run.id, ...requestAt(prNumber), prStatus: "open" });
  pass(2 * minuteMs);
  await lookAt(shop, run, "failure");
  const check = { key: `check/${commentCheck.name}`, kind: "check", title: `${commentCheck.name} has failed` };
  await service.call("run.reportFeedback", { runId: run.id, items: [{ ...check, text: commentCheck.log }] });
  await service.post("/runs/continue", { runId: run.id });
  await playRound(shop, workflow, run, commentCheck.log);
  checkout.openPullRequest(run.branch, prNumber);
  pass(2 * minuteMs);
  await lookAt(shop, run, "success");
  pass(40 * minuteMs);
  await service.call("run.reportFeedback", { runId: run.id, items: [wish] });
}

const wish = {
  key: "comment/1",
  kind: "comment",
  title: "A comment on src/shipping.js",
  text: "Good. Please also say it in the e-mail that we send after an order, where people plan the next one.",
  author: { login: "grace", canWrite: true, isBot: false },
  path: "src/shipping.js",
  line: 7,
};

async function lookAt({ service, checkout }: PastShop, run: PastRun, status: "failure" | "success"): Promise<void> {
  const checks = [
    { name: "Tests", status: "success" },
    { name: commentCheck.name, status },
  ];
  const votes = { approvals: 0, changesRequested: 0 };
  const commit = { head: checkout.head(), base: "main", mergeable: "clean" };
  await service.call("run.reportRequest", { runId: run.id, state: "open", ...commit, ...votes, status, checks });
}

async function showBar(service: Service, { sandboxId }: PastRun): Promise<void> {
  await keepFile(service, sandboxId, { name: "free-shipping.png", mediaType: "image/png", bytes: pictureOfBar(0.72) });
}
