import { internal } from "../_generated/api";
import { get } from "../api/routes";
import type { Route } from "../api/routes";

export const routes: Route[] = [get("/project", internal.project.endpoints.get, { scope: "project:read" })];
