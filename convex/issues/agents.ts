// What the agent of a run does with issues.
import { agentMutation } from "../agents/builders";
import { apiError } from "../lib/errors";
import { createIssues } from "./model";
import { presentNewIssue } from "./present";
import type { IssueView } from "./present";
import type { IssueContent } from "./requests";

/** A person reads them all. An agent that files more has lost its way. */
const maxIssues = 50;

export const create = agentMutation(async (ctx, content: IssueContent): Promise<IssueView> => {
  const { access, job, project } = ctx;
  if (access.issues >= maxIssues) {
    throw apiError("CONFLICT", `This attempt of the run has filed ${maxIssues} issues; it can file no more.`);
  }
  await ctx.db.patch("jobs", job._id, { agentAccess: { ...access, issues: access.issues + 1 } });
  const [issue] = await createIssues(ctx, project._id, null, [content]);
  if (issue === undefined) throw new Error("The issue was not created.");
  return presentNewIssue(issue);
});
