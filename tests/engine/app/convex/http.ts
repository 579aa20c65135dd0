// The HTTP actions of the test app.
import { httpActionGeneric as httpAction, httpRouter, makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";

const http = httpRouter();

const described = (name: string) =>
  httpAction(async (_ctx, request) => {
    const { pathname, search } = new URL(request.url);
    return Response.json({ name, method: request.method, pathname, search, body: await request.text() });
  });

http.route({ path: "/exact", method: "GET", handler: described("exact get") });
http.route({ path: "/exact", method: "POST", handler: described("exact post") });
http.route({ path: "/exact", method: "PUT", handler: described("exact put") });
http.route({ path: "/exact", method: "PATCH", handler: described("exact patch") });
http.route({ path: "/exact", method: "DELETE", handler: described("exact delete") });
http.route({ path: "/exact", method: "OPTIONS", handler: described("exact options") });
http.route({ pathPrefix: "/tree/", method: "GET", handler: described("short prefix") });
http.route({ pathPrefix: "/tree/deep/", method: "GET", handler: described("long prefix") });
http.route({ path: "/tree/deep/exact", method: "GET", handler: described("exact under prefix") });
/** This path means the data API on the data host. On the HTTP-actions host it belongs to the app. */
http.route({ path: "/api/query", method: "POST", handler: described("the app's own") });

http.route({
  path: "/headers",
  method: "GET",
  handler: httpAction(async (_ctx, request) => {
    const headers = new Headers({ "x-seen": request.headers.get("x-sent") ?? "nothing" });
    headers.append("set-cookie", "a=1");
    headers.append("set-cookie", "b=2");
    return new Response("teapot", { status: 418, headers });
  }),
});

http.route({
  path: "/things",
  method: "POST",
  handler: httpAction(async (ctx, request) => {
    const { label } = (await request.json()) as { label: string };
    await ctx.runMutation(makeFunctionReference<"mutation">("documents:insert"), { table: "things", value: { label } });
    const labels = await ctx.runQuery(makeFunctionReference<"query">("transactions:labels"), { table: "things" });
    console.log("stored");
    return Response.json({ labels }, { status: 201 });
  }),
});

http.route({
  path: "/action",
  method: "GET",
  handler: httpAction(async (ctx) =>
    Response.json(await ctx.runAction(makeFunctionReference<"action">("calls:echoAction"), { value: "through" })),
  ),
});

/** V8 does not let this call be stopped. */
http.route({
  path: "/searches-for-ever",
  method: "GET",
  handler: httpAction(async () => new Response(String(Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)))),
});

http.route({
  path: "/throws",
  method: "GET",
  handler: httpAction(() => {
    throw new Error("http action failed");
  }),
});

http.route({
  path: "/throws-data",
  method: "GET",
  handler: httpAction(() => {
    throw new ConvexError({ code: "http-data" });
  }),
});

http.route({
  path: "/stream",
  method: "GET",
  handler: httpAction(async () => {
    const parts = ["one,", "two,", "three"];
    const body = new ReadableStream({
      pull(controller) {
        const part = parts.shift();
        if (part === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(part));
      },
    });
    return new Response(body, { headers: { "content-type": "text/plain" } });
  }),
});

http.route({
  path: "/bytes",
  method: "POST",
  handler: httpAction(async (_ctx, request) => {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return new Response(bytes.reverse(), { headers: { "content-type": "application/octet-stream" } });
  }),
});

http.route({
  path: "/empty",
  method: "GET",
  handler: httpAction(async () => new Response(null, { status: 204 })),
});

http.route({
  path: "/file",
  method: "GET",
  handler: httpAction(async (ctx, request) => {
    const id = new URL(request.url).searchParams.get("id");
    const blob = id === null ? null : await ctx.storage.get(id as never);
    return blob === null ? new Response("no such file", { status: 404 }) : new Response(blob);
  }),
});

http.route({
  path: "/who",
  method: "GET",
  handler: httpAction(async (ctx, request) =>
    Response.json({
      identity: await ctx.auth.getUserIdentity(),
      authorization: request.headers.get("authorization"),
    }),
  ),
});

export default http;
