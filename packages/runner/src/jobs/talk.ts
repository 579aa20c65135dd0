// A conversation with an agent that is not a step of a run: a scan, a merge, an extraction, a late message.
import type { Agent } from "../agents/agent";
import { Transcript } from "../report/transcript";
import { Usage } from "../report/usage";
import { Deferred, Hopeless } from "../work/tools";
import type { Job } from "../work/tools";
import { conduct } from "../work/turn";

interface Talk {
  agent: Agent;
  sandboxId: string;
  worktree: string;
  prompt: string;
  resume?: string | null;
  model?: string | null;
  outputSchema?: unknown;
  timeLimitMs?: number | null;
  env?: Record<string, string>;
}

interface Result {
  output: unknown;
  sessionId: string | null;
}

/** Throws when the agent fails. Nobody can be asked here, so what the policy does not allow is refused. */
export async function talk(job: Job, { agent, sandboxId, worktree, prompt, ...rest }: Talk): Promise<Result> {
  const { claim, lastCall, signal, tools } = job;
  const { resume = null, model = null, outputSchema = null, timeLimitMs = null, env = {} } = rest;
  const transcript = new Transcript(lastCall, { sandboxId, name: `${claim.id}/${claim.fence}` });
  const place = { worktree, env, isolation: tools.configuration.isolation };
  const session = agent.start({ prompt, resume, model, outputSchema, timeLimitMs }, place);
  tools.living.set(sandboxId, session);
  let sessionId: string | null = null;
  try {
    const outcome = await conduct(session, {
      transcript,
      usage: new Usage(lastCall, sandboxId),
      signal,
      paused: new AbortController().signal,
      timeLimitMs,
      onSession: async ({ id, canResume }) => void (sessionId = canResume ? id : null),
      onAsk: async () => null,
    });
    if (outcome.kind === "completed") return { output: outcome.output, sessionId };
    if (outcome.kind === "limit" && outcome.resetsAtMs !== null) throw new Deferred(outcome.resetsAtMs, outcome.reason);
    throw new Hopeless(`The agent ${"reason" in outcome ? outcome.reason : "was paused"}.`);
  } finally {
    tools.living.delete(sandboxId);
    await transcript.finish();
  }
}
