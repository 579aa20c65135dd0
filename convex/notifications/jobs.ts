import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { tellBatch } from "./model";
import { newsFields } from "./schema";

export const tellRest = internalMutation({
  args: {
    projectId: v.id("projects"),
    news: v.object({ ...newsFields, body: v.optional(v.string()) }),
    joinedAfter: v.number(),
    except: v.optional(v.id("users")),
  },
  handler: async (ctx, telling): Promise<null> => {
    await tellBatch(ctx, telling);
    return null;
  },
});
