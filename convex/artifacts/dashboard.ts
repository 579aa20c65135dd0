import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalQuery } from "../_generated/server";
import type { StoredFile } from "../api/routeBuilders";
import { memberAction } from "../dashboard/actions";
import { admit } from "../dashboard/builders";
import { memberList } from "../dashboard/lists";
import { toBase64 } from "../lib/base64";
import { notFound } from "../lib/publicIds";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const list = memberList("project:read", handlers.list);

/** A multiple of 3, so that the texts of all parts together are the text of the whole. */
const bytesOfPart = 3_000_000;

/** A part of the bytes as base64. The last part ends at `size`. */
interface PartView {
  base64: string;
  size: number;
}

/**
 * The bytes come through the connection of the person who may see them. An address of the file storage would serve them
 * to anybody, with the type that the uploader has declared (docs/security.md).
 */
export const content = memberAction(
  "project:read",
  requests.content,
  async (ctx, { projectId }, { id, from }): Promise<PartView> => {
    const file: StoredFile = await ctx.runQuery(internal.artifacts.dashboard.stored, { projectId, id });
    const blob = await ctx.storage.get(file.storageId);
    if (blob === null) throw notFound("artifacts", id);
    const bytes = await blob.slice(from, from + bytesOfPart).arrayBuffer();
    return { base64: toBase64(new Uint8Array(bytes)), size: blob.size };
  },
);

export const stored = internalQuery({
  args: { projectId: v.string(), id: v.string() },
  handler: async (ctx, { projectId, id }): Promise<StoredFile> => {
    const member = await admit(ctx, projectId, "project:read");
    return await handlers.content({ ...ctx, ...member }, { id });
  },
});
