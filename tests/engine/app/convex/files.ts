// File storage.
import { actionGeneric as action, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { type GenericId, v } from "convex/values";

const file = { id: v.string() };
type FileId = GenericId<"_storage">;

export const store = action({
  args: { text: v.string(), type: v.optional(v.string()), sha256: v.optional(v.string()) },
  handler: async (ctx, args): Promise<string> => {
    const blob = new Blob([args.text], args.type === undefined ? {} : { type: args.type });
    return await ctx.storage.store(blob, args.sha256 === undefined ? undefined : { sha256: args.sha256 });
  },
});

export const storeInMutation = mutation({
  args: {},
  handler: async (ctx) => await ctx.storage.store(new Blob(["text"])),
});

export const read = action({
  args: file,
  handler: async (ctx, args) => {
    const blob = await ctx.storage.get(args.id as FileId);
    return blob === null ? null : { text: await blob.text(), size: blob.size };
  },
});

export const url = query({ args: file, handler: async (ctx, args) => await ctx.storage.getUrl(args.id as FileId) });

export const metadata = query({
  args: file,
  // oxlint-disable-next-line typescript/no-deprecated -- old apps still call it
  handler: async (ctx, args) => await ctx.storage.getMetadata(args.id as FileId),
});

export const row = query({ args: file, handler: async (ctx, args) => await ctx.db.system.get(args.id as FileId) });

export const rows = query({ args: {}, handler: async (ctx) => await ctx.db.system.query("_storage").collect() });

export const remove = mutation({
  args: file,
  handler: async (ctx, args) => await ctx.storage.delete(args.id as FileId),
});

export const removeFromAction = action({
  args: file,
  handler: async (ctx, args) => await ctx.storage.delete(args.id as FileId),
});

export const removeThenThrow = mutation({
  args: file,
  handler: async (ctx, args) => {
    await ctx.storage.delete(args.id as FileId);
    throw new Error("removed, then failed");
  },
});

export const uploadUrl = mutation({ args: {}, handler: async (ctx) => await ctx.storage.generateUploadUrl() });
