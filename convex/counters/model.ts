import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** In the order in which they are shown. */
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
  "unreadNotifications",
] as const;

type CounterName = (typeof counterNames)[number];
export type Counters = Record<CounterName, number>;

export async function changeCounter(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  name: CounterName,
  difference: number,
): Promise<void> {
  const row = await ctx.db
    .query("projectCounters")
    .withIndex("by_project_and_name", (q) => q.eq("projectId", projectId).eq("name", name))
    .unique();
  if (row === null) await ctx.db.insert("projectCounters", { projectId, name, value: difference });
  else await ctx.db.patch("projectCounters", row._id, { value: row.value + difference });
}

export async function readCounters(ctx: QueryCtx, projectId: Id<"projects">): Promise<Counters> {
  const rows = await ctx.db
    .query("projectCounters")
    .withIndex("by_project_and_name", (q) => q.eq("projectId", projectId))
    .take(counterNames.length);
  const values = new Map(rows.map((row) => [row.name, row.value]));
  return Object.fromEntries(counterNames.map((name) => [name, values.get(name) ?? 0])) as Counters;
}
