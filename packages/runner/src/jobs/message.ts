// sandbox.message: a person's message reaches the agent that works in the sandbox.
import type { MessageJob } from "../service/delivery";
import { Deferred, Hopeless } from "../work/tools";
import type { Job } from "../work/tools";

const lookAgainMs = 3000;

export async function deliverMessage(job: Job<MessageJob>): Promise<void> {
  const { sandbox, message } = job.claim;
  if (sandbox === null || message === null) return;
  if (job.tools.living.get(sandbox.id)?.say(message.content) === true) return;
  const { status } = await job.call("sandbox.get", { sandboxId: sandbox.id });
  if (status !== "running" && status !== "provisioning") {
    throw new Hopeless("The agent ended before it could read the message.");
  }
  // Another runner may have the agent, or it starts only now. The next claim tries again, within the time limit of the
  // job.
  throw new Deferred(Date.now() + lookAgainMs, "The agent of this sandbox cannot take a message now.");
}
