// A function that is the default export of its module.
import { queryGeneric as query } from "convex/server";

export default query({
  args: {},
  handler: async (ctx) => {
    const { name, componentPath } = await ctx.meta.getFunctionMetadata();
    return { name, componentPath };
  },
});
