// Stores the runner's reports about a sandbox. A new report replaces the last one of its kind.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import type { OldestFirst } from "../lib/newestFirst";
import { rowsOfFiles } from "./files";
import type { ReportedFile } from "./files";

type Sandbox = Doc<"sandboxes">;
type Reports = Doc<"sandboxReports">;
type Part = "files" | "diff" | "devServer";

const nouns: Record<Part, string> = { files: "files", diff: "diff", devServer: "development server" };

/** Replaces the files of earlier reports, which are deleted in batches. Returns the number of files. */
export async function reportFiles(ctx: MutationCtx, { _id }: Sandbox, files: readonly ReportedFile[]): Promise<number> {
  const rows = rowsOfFiles(files);
  const before = (await findReports(ctx, _id))?.files;
  const report = (before?.report ?? 0) + 1;
  for (const row of rows) await ctx.db.insert("sandboxFiles", { sandboxId: _id, report, ...row });
  await changeReports(ctx, _id, { files: { report, reportedAtMs: Date.now() } });
  if (before !== undefined) {
    await ctx.scheduler.runAfter(0, internal.sandboxes.scheduled.clearOldFiles, { sandboxId: _id, report });
  }
  return files.length;
}

export async function reportDiff(ctx: MutationCtx, { _id }: Sandbox, text: string): Promise<void> {
  await changeReports(ctx, _id, { diff: { text, reportedAtMs: Date.now() } });
}

export async function reportDevServer(
  ctx: MutationCtx,
  { _id }: Sandbox,
  { url, status }: { url: string | null; status: string },
): Promise<void> {
  await changeReports(ctx, _id, { devServer: { url, status, reportedAtMs: Date.now() } });
}

/** Throws NOT_FOUND when there was no such report. */
export async function readReport<Name extends Part>(
  ctx: QueryCtx,
  sandbox: Sandbox,
  part: Name,
): Promise<NonNullable<Reports[Name]>> {
  const found = (await findReports(ctx, sandbox._id))?.[part];
  if (found == null) throw apiError("NOT_FOUND", `The ${nouns[part]} of the sandbox has not been reported yet.`);
  return found;
}

export async function findFile(
  ctx: QueryCtx,
  sandboxId: Id<"sandboxes">,
  report: number,
  path: string,
): Promise<Doc<"sandboxFiles"> | null> {
  return await ctx.db
    .query("sandboxFiles")
    .withIndex("by_path", (q) => q.eq("sandboxId", sandboxId).eq("report", report).eq("path", path))
    .unique();
}

/** The entries of a folder come by name, because their rows were created in that order. */
export function filesIn(
  ctx: QueryCtx,
  sandboxId: Id<"sandboxes">,
  report: number,
  folder: string,
): OldestFirst<"sandboxFiles"> {
  return (fromMs) =>
    ctx.db
      .query("sandboxFiles")
      .withIndex("by_folder", (q) =>
        q.eq("sandboxId", sandboxId).eq("report", report).eq("folder", folder).gte("_creationTime", fromMs),
      );
}

async function findReports(ctx: QueryCtx, sandboxId: Id<"sandboxes">): Promise<Reports | null> {
  return await ctx.db
    .query("sandboxReports")
    .withIndex("by_sandbox", (q) => q.eq("sandboxId", sandboxId))
    .unique();
}

async function changeReports(
  ctx: MutationCtx,
  sandboxId: Id<"sandboxes">,
  change: Partial<Pick<Reports, Part>>,
): Promise<void> {
  const reports = await findReports(ctx, sandboxId);
  if (reports === null) await ctx.db.insert("sandboxReports", { sandboxId, ...change });
  else await ctx.db.patch("sandboxReports", reports._id, change);
}
