// Every migration, the oldest first. CONTRIBUTING.md says how to add one.
import { rankItem } from "../inbox/ranking";
import { promoteWaitingRunsLater } from "../queue/promotion";
import { addTotalCost } from "../runs/cost";
import { countEarlierRun } from "../runs/outcomes";
import { addFirstCompletion } from "../runs/firstCompletion";
import { followEarlierPullRequest } from "../runs/pullRequest";
import { countEarlierRecord } from "../usage/countEarlier";
import { overTable } from "./migration";
import type { Migration } from "./migration";

export const migrations: readonly Migration[] = Object.freeze([
  overTable("firstCompletions", "projects", addFirstCompletion),
  // Records of 0.1.0 are in no sums by model, workflow, persona and run.
  overTable("usageSums", "usageRecords", countEarlierRecord),
  overTable("inboxRanks", "inboxItems", rankItem),
  overTable("runCosts", "runs", addTotalCost),
  overTable("outcomes", "runs", countEarlierRun),
  overTable("followedRequests", "runs", followEarlierPullRequest),
  // Earlier versions kept no list of the runs that are next, and may have held runs behind one that nobody takes.
  overTable("queueTurns", "queueLimits", promoteWaitingRunsLater),
]);
