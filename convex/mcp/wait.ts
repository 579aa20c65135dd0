// The tool that waits for a run. It answers within 25 seconds and says what to do next. Where the client can ask its
// user, a question of the run becomes a form, and the call with the answer waits on.
import { buildOnce } from "../lib/buildOnce";
import { checkShape } from "../lib/untrusted";
import type { Client } from "./client";
import { waitForRun, readRun } from "./follow";
import type { FollowedRun } from "./follow";
import { answerByForms, asksByForm, formsOf } from "./forms";
import { objectParam } from "./jsonRpc";
import type { Fields } from "./jsonRpc";
import { toolError, toolResult } from "./results";
import type { Era } from "./revisions";
import { maxWaitSeconds, waitArguments } from "./waitArguments";

export async function waitTool(client: Client, era: Era, args: Fields, params: Fields): Promise<Fields> {
  const { runId, seconds } = checkShape(await buildOnce(waitArguments), args);
  const responses = objectParam(params, "inputResponses");
  let declined: ReadonlySet<string> = new Set();
  if (Object.keys(responses).length > 0) {
    const before = await readRun(client, runId);
    if (before.kind === "refused") return toolError(before.error);
    const answered = await answerByForms(client, before.questions, responses);
    if (answered.refusal !== null) return toolError(answered.refusal.error);
    ({ declined } = answered);
  }
  const found = await waitForRun(client, runId, (seconds ?? maxWaitSeconds) * 1000);
  if (found.kind === "refused") return toolError(found.error);
  const toAsk = found.questions.filter(({ id }) => !declined.has(id));
  if (toAsk.length > 0 && asksByForm(client, era))
    return { resultType: "input_required", inputRequests: formsOf(toAsk) };
  return toolResult({ ...withoutKind(found), next: nextStep(found) });
}

function withoutKind({ run, isOver, questions }: FollowedRun): object {
  return { run, isOver, questions };
}

function nextStep({ run, isOver, questions }: FollowedRun): object | null {
  if (isOver) return null;
  const [question] = questions;
  if (question === undefined) {
    return { tool: "runs_wait", arguments: { runId: run.id }, reason: "The run is not over: wait again." };
  }
  const reason = "The run waits for an answer. Ask the person you work for, then answer.";
  return { tool: "questions_answer", arguments: { questionId: question.id }, reason };
}
