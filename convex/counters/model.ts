import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { readUnread } from "../notifications/inbox";

/** What is kept of a project, in the order in which it is shown. */
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

/** What somebody has not read is theirs and no count of the project. */
export type Counters = Record<CounterName | "unreadNotifications", number>;

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

/** As the user sees them. */
export async function readCounters(ctx: QueryCtx, projectId: Id<"projects">, userId: Id<"users">): Promise<Counters> {
  const rows = await ctx.db
    .query("projectCounters")
    .withIndex("by_project_and_name", (q) => q.eq("projectId", projectId))
    .take(counterNames.length);
  const values = new Map(rows.map((row) => [row.name, row.value]));
  const counts = Object.fromEntries(counterNames.map((name) => [name, values.get(name) ?? 0]));
  return { ...(counts as Record<CounterName, number>), unreadNotifications: await readUnread(ctx, projectId, userId) };
}
