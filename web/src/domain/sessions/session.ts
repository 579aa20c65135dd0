import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";

export type SessionSummary = FunctionReturnType<typeof api.issueSessions.dashboard.list>["page"][number];
export type SessionDetail = FunctionReturnType<typeof api.issueSessions.dashboard.get>;
