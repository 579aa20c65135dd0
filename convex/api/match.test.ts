import { describe, expect, it } from "vitest";
import { internal } from "../_generated/api";
import { matchRoute } from "./match";
import { routeBuilders } from "./routeBuilders";
import type { Route } from "./routeBuilders";

const { endpoints } = internal.project;
const { get } = routeBuilders(() => import("../project/requests"));
const read: Route = { ...get("/", endpoints.get, { scope: "project:read" }), path: "/things/:id" };
const list = get("/things/all", endpoints.get, { scope: "project:read" });
const change = (method: "PUT" | "DELETE"): Route => ({
  method,
  path: "/things/:id/parts/:part",
  scope: "project:write",
  endpoint: endpoints.remove,
});
const put = change("PUT");
const remove = change("DELETE");
const routes = [list, read, put, remove];

describe("a path with parameters", () => {
  it("returns the decoded parameters", () => {
    const parameters = { id: "a b", part: "é" };
    expect(matchRoute(routes, "PUT", "/things/a%20b/parts/%C3%A9")).toEqual({ kind: "route", route: put, parameters });
  });

  it("loses against a literal path that is listed first", () => {
    expect(matchRoute(routes, "GET", "/things/all")).toEqual({ kind: "route", route: list, parameters: {} });
    expect(matchRoute(routes, "HEAD", "/things/1")).toEqual({ kind: "route", route: read, parameters: { id: "1" } });
  });

  it("returns the methods that it supports", () => {
    expect(matchRoute(routes, "POST", "/things/1/parts/2")).toEqual({
      kind: "otherMethod",
      allowed: ["PUT", "DELETE"],
    });
  });

  it.each(["/things", "/things/", "/things/1/", "/things/1/parts", "/things/%zz", "/things//parts/2", "/other/1"])(
    "does not match %s",
    (path) => {
      expect(matchRoute(routes, "GET", path)).toEqual({ kind: "unknownPath" });
    },
  );
});
