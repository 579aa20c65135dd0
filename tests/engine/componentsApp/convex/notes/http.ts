import { httpActionGeneric as httpAction, httpRouter, makeFunctionReference } from "convex/server";

const http = httpRouter();
http.route({
  path: "/add",
  method: "POST",
  handler: httpAction(async (ctx, request) => {
    const add = makeFunctionReference<"mutation">("lib:add");
    return Response.json(await ctx.runMutation(add, { text: await request.text() }));
  }),
});
http.route({
  pathPrefix: "/things/",
  method: "GET",
  handler: httpAction(async (_ctx, request) => new Response(`thing of notes at ${new URL(request.url).pathname}`)),
});
export default http;
