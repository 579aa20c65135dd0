import { internal } from "../_generated/api";
import { get, list, post } from "../api/routes";
import type { Route } from "../api/routes";

const { endpoints } = internal.learningVersions;
const requests = () => import("./requests");
const read = { scope: "learnings:read" } as const;
const write = { scope: "learnings:write" } as const;

export const routes: Route[] = [
  list("/learning-versions/list", endpoints.list, { ...read, query: async () => (await requests()).list() }),
  get("/learning-versions/get", endpoints.get, { ...read, query: async () => (await requests()).get() }),
  get("/learning-versions/active", endpoints.active, { ...read, query: async () => (await requests()).active() }),
  post("/learning-versions/compile", endpoints.compile, { ...write, body: async () => (await requests()).compile() }),
  post("/learning-versions/activate", endpoints.activate, { ...write, body: async () => (await requests()).one() }),
  post("/learning-versions/deactivate", endpoints.deactivate, { ...write, body: async () => (await requests()).one() }),
];
