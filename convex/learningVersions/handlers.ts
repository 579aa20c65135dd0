import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { listOf } from "../callers/lists";
import { apiError } from "../lib/errors";
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { getOwn } from "../lib/getDocument";
import { newestFirst } from "./lists";
import { activateVersion, activeVersion, compileVersion, deactivateVersion } from "./model";
import { presentVersion, presentWithContent } from "./present";
import type { VersionDetail } from "./present";
import type { CompileRequest } from "./requests";
import { versionStatus } from "./schema";

export const list = listOf({
  name: "learning-versions",
  bounds: "usual",
  filters: { roleType: v.optional(v.string()), status: v.optional(versionStatus) },
  find: (ctx, filters) => ({ range: newestFirst(ctx, ctx.project._id, filters), filters }),
  present: (version: Doc<"learningVersions">, ctx) => presentVersion(ctx, version),
});

export async function get(ctx: ReadCtx, { id }: { id: string }): Promise<VersionDetail> {
  return await presentWithContent(ctx, await getOwn(ctx, "learningVersions", id));
}

export async function active(ctx: ReadCtx, { roleType }: { roleType: string }): Promise<VersionDetail> {
  const version = await activeVersion(ctx, ctx.project._id, roleType);
  if (version === null) throw apiError("NOT_FOUND", "No learning version is active for this type of role.");
  return await presentWithContent(ctx, version);
}

export async function compile(ctx: WriteCtx, request: CompileRequest): Promise<VersionDetail> {
  return await presentWithContent(ctx, await compileVersion(ctx, request, ctx.userId));
}

export async function activate(ctx: WriteCtx, { versionId }: { versionId: string }): Promise<VersionDetail> {
  const version = await getOwn(ctx, "learningVersions", versionId);
  return await presentWithContent(ctx, await activateVersion(ctx, version));
}

export async function deactivate(ctx: WriteCtx, { versionId }: { versionId: string }): Promise<VersionDetail> {
  const version = await getOwn(ctx, "learningVersions", versionId);
  return await presentWithContent(ctx, await deactivateVersion(ctx, version));
}
