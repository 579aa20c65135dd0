// A gate that has not passed asks a person what to do. The service has asked already when the step ended: this waits.
import type { Step } from "../../service/claims";
import type { RunContext } from "./context";

const waitMs = 20_000;

/** Returns `repeat`, `accept` or `stop`, and null when nobody answers in time. */
export async function askAboutGate({ job, run }: RunContext, step: Step, stepId: string): Promise<string | null> {
  const { call, reportProgress, slot, tools } = job;
  const title = `The gate of ${step.name} has not passed. What now?`;
  const answerOf = async (answer: unknown): Promise<string | null> => {
    if (typeof answer === "string") return answer;
    // Somebody who accepts the run itself leaves the question without an answer.
    const { status } = await call("run.get", { runId: run.id });
    return status === "completed" ? "accept" : null;
  };
  const asked = await call("run.ask", { runId: run.id, key: `gate/${stepId}`, title });
  if (asked.status !== "waiting") return await answerOf(asked.answer);
  reportProgress(`waits for an answer: ${title}`);
  const deadline = Date.now() + tools.configuration.questionMinutes * 60_000;
  const onQueued = () => reportProgress("has its answer and waits for a place");
  return await slot.leaveWhile(
    async () => {
      while (Date.now() < deadline) {
        const { status, answer } = await call("run.awaitAnswer", { questionId: asked.id, waitMs });
        if (status !== "waiting") return await answerOf(answer);
      }
      return null;
    },
    { keepsAgent: false, onQueued },
  );
}
