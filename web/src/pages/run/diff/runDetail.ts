import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";

export type RunDetail = FunctionReturnType<typeof api.runs.dashboard.get>;
