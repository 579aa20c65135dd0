// The operations that REST and the dashboard share.
import { apiError } from "../lib/errors";
import type { NewestFirst } from "../lib/newestFirst";
import { enqueueForSandbox } from "../jobs/model";
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { getOwn } from "../lib/getDocument";
import { publicId, withIds } from "../lib/publicIds";
import { nextState } from "../lib/states";
import { sendMessage as send } from "../messages/model";
import { presentMessage } from "../messages/present";
import type { MessageView } from "../messages/present";
import { normalizePath } from "./files";
import { newestFirst } from "./lists";
import { discardSandbox } from "./model";
import { presentSandbox } from "./present";
import type { SandboxView } from "./present";
import { presentDevServer, presentDiff, presentFile } from "./presentReports";
import type { DevServerView, DiffView, FileView } from "./presentReports";
import { filesIn, findFile, readReport } from "./reports";
import type { FileRequest, MessageRequest } from "./requests";
import type { SandboxStatus } from "./schema";
import { sandboxMoves } from "./bounds";

type One = { id: string };

export interface SandboxFilters {
  runId?: string | undefined;
  status?: SandboxStatus | undefined;
}

/** Throws NOT_FOUND and FORBIDDEN for the run. */
export async function listSandboxes(
  ctx: ReadCtx,
  { runId, status }: SandboxFilters,
): Promise<NewestFirst<"sandboxes">> {
  const run = runId === undefined ? undefined : await getOwn(ctx, "runs", runId);
  return newestFirst(ctx, { projectId: ctx.project._id, runId: run?._id, status });
}

export async function get(ctx: ReadCtx, { id }: One): Promise<SandboxView> {
  return presentSandbox(await getOwn(ctx, "sandboxes", id));
}

/** A message with its text so far. The messages of a sandbox are in the trash together with it. */
export async function message(ctx: ReadCtx, { id }: One): Promise<MessageView> {
  const found = await getOwn(ctx, "messages", id);
  await getOwn(ctx, "sandboxes", publicId("sandboxes", found.sandboxId));
  return await presentMessage(ctx, found);
}

export async function sendMessage(ctx: WriteCtx, { sandboxId, content }: MessageRequest): Promise<MessageView> {
  return await presentMessage(ctx, await send(ctx, await getOwn(ctx, "sandboxes", sandboxId), content, ctx.actor));
}

/** Asks the runner to start the development server. The runner later reports its address. */
export async function startDevServer(ctx: WriteCtx, { id }: One) {
  const sandbox = await getOwn(ctx, "sandboxes", id);
  nextState("sandbox", sandboxMoves, "startDevServer", sandbox.status);
  const work = { kind: "sandbox.devServer", sandboxId: sandbox._id } as const;
  const jobId = await enqueueForSandbox(ctx, ctx.project._id, work);
  const shown = publicId("sandboxes", sandbox._id);
  return { id: shown, _id: shown, jobId: publicId("jobs", jobId) };
}

export async function remove(ctx: WriteCtx, { id }: One) {
  const sandbox = await getOwn(ctx, "sandboxes", id);
  await discardSandbox(ctx, sandbox, ctx.userId);
  return withIds("sandboxes", sandbox._id, { deleted: true });
}

// The runner's last reports about a sandbox. A report that was never made is NOT_FOUND.

export interface Folder {
  /** The number of the report that contains the folder. */
  report: number;
  path: string;
  /** The entries of the folder, by name: the rows were created in that order. */
  entriesFrom: ReturnType<typeof filesIn>;
}

/** Lists the root when no path is given. */
export async function folder(
  ctx: ReadCtx,
  { id, path: given = "" }: One & { path?: string | undefined },
): Promise<Folder> {
  const sandbox = await getOwn(ctx, "sandboxes", id);
  const { report } = await readReport(ctx, sandbox, "files");
  const path = normalizePath(given);
  const found = path === null || path === "" ? null : await findFile(ctx, sandbox._id, report, path);
  if (path === null || (path !== "" && found?.kind !== "folder")) throw noFileAt("folder", given);
  return { report, path, entriesFrom: filesIn(ctx, sandbox._id, report, path) };
}

export async function file(ctx: ReadCtx, { id, path: given }: FileRequest): Promise<FileView> {
  const sandbox = await getOwn(ctx, "sandboxes", id);
  const { report, reportedAtMs } = await readReport(ctx, sandbox, "files");
  const path = normalizePath(given);
  const found = path === null ? null : await findFile(ctx, sandbox._id, report, path);
  if (found?.kind !== "file") throw noFileAt("file", given);
  return presentFile(found, reportedAtMs);
}

export async function diff(ctx: ReadCtx, { id }: One): Promise<DiffView> {
  const sandbox = await getOwn(ctx, "sandboxes", id);
  return presentDiff(sandbox, await readReport(ctx, sandbox, "diff"));
}

export async function devServer(ctx: ReadCtx, { id }: One): Promise<DevServerView> {
  const sandbox = await getOwn(ctx, "sandboxes", id);
  return presentDevServer(sandbox, await readReport(ctx, sandbox, "devServer"));
}

function noFileAt(noun: string, path: string) {
  return apiError("NOT_FOUND", `There is no ${noun} ${path} in the sandbox.`);
}
