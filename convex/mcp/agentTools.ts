// The tools for the agent of a run. The arguments name neither a run nor a project: both follow from the token.
import type { ZodMiniType } from "zod/mini";
import { internal } from "../_generated/api";
import { retryOnConflict } from "../lib/conflicts";
import { sha256Hex } from "../lib/hashing";
import { omitNullish } from "../lib/omitNullish";
import { sortedJson } from "../lib/sortedJson";
import { agentSearch } from "../learnings/requests";
import type { AgentSearch } from "../learnings/requests";
import { content } from "../issues/requests";
import type { IssueContent } from "../issues/requests";
import { agentAsk } from "../runQuestions/requests";
import type { AgentAskRequest } from "../runQuestions/requests";
import { untilClosed } from "../runQuestions/waitForAnswer";
import type { AgentClient } from "./agentClient";
import { toolNamed } from "./tools";
import type { ToolBase } from "./tools";
import { maxWaitSeconds } from "./waitArguments";

export interface AgentTool extends Omit<ToolBase, "endpoint"> {
  args: () => ZodMiniType;
  /** `input` is the output of `args`. */
  call: (client: AgentClient, input: unknown) => Promise<object>;
}

/** Checks that the function takes what the schema makes. */
function agentTool<Input>(
  described: Omit<ToolBase, "endpoint">,
  args: () => ZodMiniType<Input>,
  call: (client: AgentClient, input: Input) => Promise<object>,
): AgentTool {
  return { ...described, args, call: (client, input) => call(client, input as Input) };
}

/** The words of the tool that clients with a key have. */
function describedAs(name: string): Omit<ToolBase, "endpoint"> {
  const tool = toolNamed(name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  const { title, description, fields = {}, change } = tool;
  return { name, title, description, fields, ...omitNullish({ change }) };
}

export const agentTools: readonly AgentTool[] = [
  agentTool<IssueContent>(describedAs("issues_create"), content, fileIssue),
  agentTool<AgentAskRequest>(
    {
      name: "questions_ask",
      title: "Ask a person",
      description:
        "Asks the people of the project a question about your task, and waits for the answer for at most 25 seconds. " +
        "`next` says how to wait on: call the tool again with the same arguments, which asks nothing twice. Ask only " +
        "what you cannot find out and may not decide.",
      fields: {
        title: "The question, in one line.",
        text: "What somebody must know to answer who has not seen your work.",
        options: "2 to 10 answers, one of which shall be chosen. Default: any text.",
        schema: "A JSON Schema of a flat object, in place of options: the answer is such an object.",
        seconds: "How long to wait. Default: 25.",
      },
      change: { isDestructive: false, isIdempotent: true },
    },
    agentAsk,
    askPerson,
  ),
  agentTool<AgentSearch>(describedAs("learnings_search"), agentSearch, searchLearnings),
];

async function fileIssue({ ctx, credential }: AgentClient, input: IssueContent): Promise<object> {
  return await retryOnConflict(() => ctx.runMutation(internal.issues.agents.create, { credential, input }));
}

async function searchLearnings({ ctx, credential }: AgentClient, input: AgentSearch): Promise<object> {
  return await ctx.runQuery(internal.learnings.agents.search, { credential, input });
}

async function askPerson({ ctx, credential }: AgentClient, { seconds, ...asked }: AgentAskRequest): Promise<object> {
  const digest = await sha256Hex(sortedJson(asked));
  const input = { ...asked, digest };
  const { id } = await retryOnConflict(() => ctx.runMutation(internal.runQuestions.agents.ask, { credential, input }));
  const read = () => ctx.runQuery(internal.runQuestions.agents.read, { credential, input: { questionId: id } });
  const { status, answer } = await untilClosed(read, (seconds ?? maxWaitSeconds) * 1000);
  return { id, status, answer, next: status === "waiting" ? waitOn(asked) : null };
}

function waitOn(asked: object): object {
  return { tool: "questions_ask", arguments: asked, reason: "Nobody has answered yet: ask the same again to wait on." };
}
