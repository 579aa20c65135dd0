// sandbox.message: a person's message reaches the agent that works in the sandbox.
import type { Call } from "../service/callback";
import type { Message, Sandbox } from "../service/claims";
import { DeferJobError, PermanentJobError } from "../jobs/contract";
import type { AgentSession } from "../agents/agent";

export interface MessageTools {
  /** The agents that are working now, by their sandbox. */
  activeSessions: ReadonlyMap<string, AgentSession>;
}

/** What the delivery needs of its job. */
interface Delivery {
  claim: { fence: number; sandbox: Pick<Sandbox, "id"> | null; message: Pick<Message, "content"> | null };
  call: Call;
  tools: MessageTools;
}

export async function deliverMessage({ claim, call, tools }: Delivery): Promise<void> {
  const { sandbox, message } = claim;
  if (sandbox === null || message === null) return;
  if (tools.activeSessions.get(sandbox.id)?.say(message.content) === true) return;
  const { status } = await call("sandbox.get", { sandboxId: sandbox.id });
  if (status !== "running" && status !== "provisioning") {
    throw new PermanentJobError("The agent ended before it could read the message.");
  }
  // Another runner may have the agent, or it starts only now. The next claim tries again, within the time limit of the
  // job.
  throw new DeferJobError(
    Date.now() + messageRetryMs(claim.fence),
    "The agent of this sandbox cannot take a message now.",
  );
}

const [firstMs, longestMs] = [3000, 60_000];

/** The pause grows with each claim of the job, so that what nobody can do costs less and less. */
export function messageRetryMs(claims: number): number {
  return Math.min(firstMs * claims, longestMs);
}
