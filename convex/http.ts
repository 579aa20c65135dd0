// Mounts the HTTP handlers and does nothing else, because Convex evaluates this file for every request.
import { httpRouter, ROUTABLE_HTTP_METHODS } from "convex/server";
import { httpAction } from "./_generated/server";
import { dispatch } from "./api/dispatch";
import { handleExchange } from "./api/handleExchange";
import type { Receive } from "./api/handleExchange";

const api = httpAction((ctx, request) => handleExchange(request, (started) => dispatch(ctx, request, started)));

/** What does not belong to the API is loaded by the requests that need it. */
const later = (load: () => Promise<{ receive: Receive }>) =>
  httpAction((ctx, request) =>
    handleExchange(request, async (started) => (await load()).receive(ctx, request, started)),
  );

const elsewhere = later(() => import("./api/answerOtherPath"));

const http = httpRouter();
http.route({ path: "/healthz", method: "GET", handler: later(() => import("./health/check")) });
http.route({ path: "/idp/webhook", method: "POST", handler: later(() => import("./idp/webhook")) });
http.route({ pathPrefix: "/hooks/", method: "POST", handler: later(() => import("./hooks/receive")) });
http.route({ path: "/job/callback", method: "POST", handler: later(() => import("./callback/receive")) });
for (const method of ROUTABLE_HTTP_METHODS) {
  http.route({ path: "/api/v1/openapi.json", method, handler: elsewhere });
  http.route({ pathPrefix: "/api/v1/", method, handler: api });
  http.route({ pathPrefix: "/", method, handler: elsewhere });
}

export default http;
