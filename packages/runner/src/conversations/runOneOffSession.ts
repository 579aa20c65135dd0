// A conversation with an agent that is not a step of a run: a scan, a merge, an extraction. It is never resumed: an
// attempt that is lost starts again.
import type { Agent, AgentSession } from "../agents/agent";
import type { Isolation } from "../agents/isolation/contract";
import { objectsFolder } from "../git/isolatedGit";
import type { Mirror } from "../git/mirror";
import { Transcript } from "../report/transcript";
import { Usage } from "../report/usage";
import { DeferJobError, PermanentJobError } from "../jobs/contract";
import type { Job } from "../jobs/contract";
import type { Folders } from "../jobs/folders";
import type { Claim } from "../service/claims";
import { runTurn } from "./turn";
import type { AgentRequest } from "./turn";
import { requireStartableAgent } from "./requireStartableAgent";
import type { StartableTools } from "./requireStartableAgent";

export interface ConversationTools extends StartableTools {
  /** What stands between all programs that work in worktrees and this machine. */
  isolation: Isolation;
  folders: Pick<Folders, "temporary">;
  /** The agents that are working now, by their sandbox. People may talk to them. */
  activeSessions: Map<string, AgentSession>;
}

interface Talk {
  agent: Agent;
  sandboxId: string;
  worktree: string;
  /** Whose objects the worktree reads. Null for a folder without a repository. */
  mirror: Pick<Mirror, "folder"> | null;
  prompt: string;
  model?: string | null;
  outputSchema?: unknown;
  timeLimitMs?: number | null;
  env?: Record<string, string>;
}

/** Returns the output of the agent. Throws when the agent fails. */
export async function runOneOffSession(
  job: Job<Claim, ConversationTools>,
  { agent, sandboxId, worktree, mirror, prompt, ...rest }: Talk,
): Promise<unknown> {
  const { claim, lastCall, signal, tools } = job;
  const { model = null, outputSchema = null, timeLimitMs = null, env = {} } = rest;
  await requireStartableAgent(tools, { agent, fence: claim.fence, env });
  const transcript = new Transcript(lastCall, { sandboxId, name: `${claim.id}/${claim.fence}` });
  const readable = mirror === null ? [] : [objectsFolder(mirror.folder)];
  const place = { worktree, readable, env, isolation: tools.isolation, temporary: tools.folders.temporary };
  const session = agent.start({ prompt, resume: null, model, thinkingEffort: null, outputSchema, timeLimitMs }, place);
  tools.activeSessions.set(sandboxId, session);
  try {
    const outcome = await runTurn(session, {
      transcript,
      usage: new Usage(lastCall, sandboxId),
      signal,
      paused: new AbortController().signal,
      timeLimitMs,
      onSession: async () => {},
      onAsk: async (asked) => refuse(transcript, asked),
    });
    if (outcome.kind === "completed") return outcome.output;
    if (outcome.kind === "limit" && outcome.resetsAtMs !== null)
      throw new DeferJobError(outcome.resetsAtMs, outcome.reason);
    throw new PermanentJobError(`The agent ${"reason" in outcome ? outcome.reason : "was paused"}.`);
  } finally {
    tools.activeSessions.delete(sandboxId);
    await transcript.finish();
  }
}

/** Questions belong to runs, so nobody can be asked here. The agent gets its answer at once, and people see why. */
function refuse(transcript: Transcript, { kind, title }: AgentRequest): null {
  const what = { permission: "A permission was refused", question: "A question was dismissed" }[kind];
  transcript.addNotice(`${what}, because only the agents of runs can ask people`, title);
  return null;
}
