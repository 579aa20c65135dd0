// The month's bill on Convex, from what single operations cost. Pure.
import { claimPollPauses } from "../../convex/jobs/bounds";
import type { Cost } from "./meter";
import type { Costs } from "./operations";

/** Convex's published prices in US dollars, per million calls, per GB and per GB-hour, and what is included. */
interface Plan {
  name: string;
  perDeveloper: number;
  calls: { included: number; perMillion: number };
  transfer: { includedGb: number; perGb: number };
  compute: { includedGbHours: number; perGbHour: number };
}

export const priceSource = `https://docs.convex.dev/production/state/limits for regions in the USA, as in commit
02b250b of get-convex/convex-backend, read on 22 November 2026; in the EU they are 1.3 times as high`;

const starter: Plan = {
  name: "Starter",
  perDeveloper: 0,
  calls: { included: 1_000_000, perMillion: 2.2 },
  transfer: { includedGb: 1, perGb: 0.22 },
  compute: { includedGbHours: 20, perGbHour: 0.33 },
};

const professional: Plan = {
  name: "Professional",
  perDeveloper: 25,
  calls: { included: 25_000_000, perMillion: 2 },
  transfer: { includedGb: 50, perGb: 0.2 },
  compute: { includedGbHours: 250, perGbHour: 0.3 },
};

/** How often one run of ten minutes causes each operation. */
export const perRun: Record<string, number> = {
  "POST /runs/start": 1,
  "job.claim": 1,
  "run.updateStatus, running": 1,
  "runStep.create": 3,
  "runStep.updateStatus": 6,
  "sandbox.create": 1,
  "run.updateProgress": 20,
  "job.heartbeat": 20,
  "message.streamCreate": 10,
  "message.streamAppend": 300,
  "message.streamFinalize": 10,
  "usage.computeCostAndRecord": 10,
  "run.updateStatus, completed": 1,
  "job.complete": 1,
  "GET /runs/get, 50 steps, running": 12,
  "GET /runs/get, 50 steps, completed, again": 3,
  "GET /runs/list, 50 runs": 2,
  "function runs/dashboard:get": 60,
  "function runs/dashboard:list": 5,
};

interface User {
  name: string;
  plan: Plan;
  developers: number;
  runsAMonth: number;
  /** Runners that wait for jobs all month. */
  runners: number;
}

export const users: User[] = [
  { name: "one project", plan: starter, developers: 1, runsAMonth: 500, runners: 1 },
  { name: "a team", plan: professional, developers: 5, runsAMonth: 10_000, runners: 4 },
  { name: "a company", plan: professional, developers: 20, runsAMonth: 200_000, runners: 32 },
];

interface Bill {
  calls: number;
  gigabytes: number;
  gigabyteHours: number;
  dollars: number;
}

const hoursAMonth = 730;
const secondsAMonth = hoursAMonth * 3600;
/** An action has 64 MiB. An action that serves a request is assumed to take a tenth of a second. */
export const secondsPerRequest = 0.1;
const actionGigabytes = 0.0625;

export function callsOf({ queries, cachedQueries, mutations, actions }: Cost): number {
  return queries + cachedQueries + mutations + actions;
}

/** What one run costs, all its operations together. */
export function costOfRun(costs: Costs): { calls: number; bytes: number; requests: number } {
  const sum = { calls: 0, bytes: 0, requests: 0 };
  for (const [operation, times] of Object.entries(perRun)) {
    const cost = costs.get(operation);
    if (cost === undefined) throw new Error(`The cost of ${operation} is not measured.`);
    sum.calls += times * callsOf(cost);
    sum.bytes += times * (cost.bytesRead + cost.bytesWritten);
    sum.requests += times * cost.actions;
  }
  return sum;
}

/**
 * The calls of a waiting claim in a second. On Convex a claim looks again and again, after pauses of three quarters of
 * the longest on average. The platform keeps the answer, so a look reads nothing. The embedded engine wakes claims.
 */
export const callsPerSecondOfWaiting = 1000 / (0.75 * claimPollPauses.longestMs);

export function billOf(user: User, costs: Costs): Bill {
  const { plan, developers, runsAMonth, runners } = user;
  const run = costOfRun(costs);
  const calls = runsAMonth * run.calls + runners * secondsAMonth * callsPerSecondOfWaiting;
  const gigabytes = (runsAMonth * run.bytes) / 1e9;
  const actionHours = (runsAMonth * run.requests * secondsPerRequest) / 3600 + runners * hoursAMonth;
  const gigabyteHours = actionHours * actionGigabytes;
  const beyond = (amount: number, included: number) => Math.max(0, amount - included);
  const dollars =
    developers * plan.perDeveloper +
    (beyond(calls, plan.calls.included) / 1e6) * plan.calls.perMillion +
    beyond(gigabytes, plan.transfer.includedGb) * plan.transfer.perGb +
    beyond(gigabyteHours, plan.compute.includedGbHours) * plan.compute.perGbHour;
  return { calls, gigabytes, gigabyteHours, dollars };
}

/** What a look at a pull request needs that has found nothing new. */
const perLook = ["job.claim", "run.reportRequest", "run.listOpenFeedback", "job.complete"] as const;
/** For a day every five minutes, and each hour afterwards. */
export const looksAMonth = 24 * 12 + 29 * 24;
/** A message of a code host is an action, a query and a mutation. */
const callsPerMessage = 3;

/** What it costs for a month to follow open requests, with the messages that the code host sends about each. */
export function followingBill(costs: Costs, requests: number, messages: number) {
  const parts = perLook.map((operation) => {
    const cost = costs.get(operation);
    if (cost === undefined) throw new Error(`The cost of ${operation} is not measured.`);
    return cost;
  });
  const callsPerLook = parts.reduce((sum, cost) => sum + callsOf(cost), 0);
  const bytesPerLook = parts.reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);
  const looks = requests * (looksAMonth + messages);
  const calls = looks * callsPerLook + requests * messages * callsPerMessage;
  const gigabytes = (looks * bytesPerLook) / 1e9;
  const dollars = (calls / 1e6) * professional.calls.perMillion + gigabytes * professional.transfer.perGb;
  return { callsPerLook, looks, calls, gigabytes, dollars };
}
