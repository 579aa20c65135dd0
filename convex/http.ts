// Mounts the HTTP handlers and does nothing else, because Convex evaluates this file for every request.
import { httpRouter, ROUTABLE_HTTP_METHODS } from "convex/server";
import { httpAction } from "./_generated/server";
import { dispatch } from "./api/dispatch";
import { jsonResponse } from "./api/envelope";
import { handleExchange } from "./api/handleExchange";

const api = httpAction((ctx, request) => handleExchange(request, (started) => dispatch(ctx, request, started)));

const health = httpAction((ctx, request) =>
  handleExchange(request, async (started) => {
    const { checkHealth } = await import("./health/check");
    await checkHealth(ctx);
    return jsonResponse(started, 200, { status: "ok" });
  }),
);

const webhook = httpAction((ctx, request) =>
  handleExchange(request, async (started) => {
    const { receiveMessage } = await import("./idp/webhook");
    return await receiveMessage(ctx, request, started);
  }),
);

const callback = httpAction((ctx, request) =>
  handleExchange(request, async (started) => {
    const { receiveCall } = await import("./callback/receive");
    return await receiveCall(ctx, request, started);
  }),
);

const elsewhere = httpAction((_ctx, request) =>
  handleExchange(request, async (started) => {
    const { answerUnknownPath } = await import("./api/answerUnknownPath");
    return answerUnknownPath(started, request);
  }),
);

const http = httpRouter();
http.route({ path: "/healthz", method: "GET", handler: health });
http.route({ path: "/idp/webhook", method: "POST", handler: webhook });
http.route({ path: "/job/callback", method: "POST", handler: callback });
for (const method of ROUTABLE_HTTP_METHODS) {
  http.route({ pathPrefix: "/api/v1/", method, handler: api });
  http.route({ pathPrefix: "/", method, handler: elsewhere });
}

export default http;
