import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints, operations: runner } = internal.learningVersions;
const requests = () => import("./requests");
const { get, list, post } = routeBuilders(requests);
const { query } = operationBuilders(requests);

const read = { scope: "learnings:read" } as const;
const write = { scope: "learnings:write" } as const;

export const routes: Route[] = [
  /** Lists the versions of compiled learnings, newest first. */
  list("/learning-versions/list", endpoints.list, { ...read, query: "list" }),
  /** Shows a version of compiled learnings. */
  get("/learning-versions/get", endpoints.get, { ...read, query: "get" }),
  /** Shows the version that agents of a role get, or null. */
  get("/learning-versions/active", endpoints.active, { ...read, query: "active" }),
  /** Compiles the approved learnings of a role into a new version. */
  post("/learning-versions/compile", endpoints.compile, { ...write, body: "compile" }),
  /** Makes a version the one that agents of its role get. */
  post("/learning-versions/activate", endpoints.activate, { ...write, body: "one" }),
  /** Takes a version away from the agents of its role. */
  post("/learning-versions/deactivate", endpoints.deactivate, { ...write, body: "one" }),
];

export const operations: Operation[] = [query("learningVersion.getActive", "getActive", runner.getActive)];
