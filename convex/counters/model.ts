import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { readUnread } from "../notifications/inbox";
import { readCreatedRuns } from "./createdRuns";
import { readCounts, addCounts } from "./shards";

/** The counters of a project, in the order in which they are shown. */
const counterNames = [
  "totalRuns",
  "activeRuns",
  "totalSandboxes",
  "activeSandboxes",
  "totalIssues",
  "pendingIssues",
  "totalWorkflows",
  "totalLearnings",
  "totalMembers",
] as const;

type CounterName = (typeof counterNames)[number];

/** The counters as one user sees them: `unreadNotifications` belongs to the user, the others to the project. */
export type Counters = Record<CounterName | "unreadNotifications", number>;

export async function changeCounter(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  name: CounterName,
  difference: number,
): Promise<void> {
  await addCounts(ctx, projectId, { counts: { [name]: difference } });
}

export async function readCounters(ctx: QueryCtx, projectId: Id<"projects">, userId: Id<"users">): Promise<Counters> {
  const sums = await readCounts(ctx, projectId);
  const created = (await readCreatedRuns(ctx, projectId))?.newest ?? 0;
  const counts = Object.fromEntries(counterNames.map((name) => [name, sums[name] ?? 0])) as Record<CounterName, number>;
  counts.totalRuns += created;
  return { ...counts, unreadNotifications: await readUnread(ctx, projectId, userId) };
}
