import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routes";
import type { Route } from "../api/routes";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { endpoints, callbacks } = internal.learningVersions;
const requests = () => import("./requests");
const { get, list, post } = routeBuilders(requests);
const { query } = operationBuilders(requests);

const read = { scope: "learnings:read" } as const;
const write = { scope: "learnings:write" } as const;

export const routes: Route[] = [
  list("/learning-versions/list", endpoints.list, { ...read, query: "list" }),
  get("/learning-versions/get", endpoints.get, { ...read, query: "get" }),
  get("/learning-versions/active", endpoints.active, { ...read, query: "active" }),
  post("/learning-versions/compile", endpoints.compile, { ...write, body: "compile" }),
  post("/learning-versions/activate", endpoints.activate, { ...write, body: "one" }),
  post("/learning-versions/deactivate", endpoints.deactivate, { ...write, body: "one" }),
];

export const operations: Operation[] = [query("learningVersion.getActive", "getActive", callbacks.getActive)];
