// Where people see a run in the dashboard. Only an operator knows its address.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

export async function dashboardUrlOf(
  ctx: QueryCtx,
  { projectId, runNumber }: Pick<Doc<"runs">, "projectId" | "runNumber">,
): Promise<string | null> {
  const base = process.env["SERVICE_DASHBOARD_URL"]?.trim().replace(/\/+$/, "") ?? "";
  const project = base === "" ? null : await ctx.db.get("projects", projectId);
  return project === null || runNumber === undefined ? null : `${base}/p/${project.slug}/runs/${runNumber}`;
}
