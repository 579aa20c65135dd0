// What the agent of a run sees of learnings.
import { agentQuery } from "../agents/builders";
import type { Page } from "../api/pagination";
import { pageOfLearnings } from "./pages";
import type { LearningView } from "./present";
import type { AgentSearch } from "./requests";

/** Other agents may have written what nobody has approved, and it would be in the hands of this one. */
export const search = agentQuery(async (ctx, asked: AgentSearch): Promise<Page<LearningView>> => {
  return await pageOfLearnings(ctx, { ...asked, status: "approved" });
});
