import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";

export type WorkChain = FunctionReturnType<typeof api.workChains.dashboard.get>;
export type ChainIssue = FunctionReturnType<typeof api.workChains.dashboard.issues>["page"][number];
