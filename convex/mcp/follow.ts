// Waits until a run is over or asks people something. The state of the run is in the database alone, so any request
// may wait for any run, and a client that lost its connection waits again.
import { internal } from "../_generated/api";
import { fromJsonText } from "../api/envelope";
import { untilChanged } from "../lib/sleep";
import type { QuestionView } from "../runQuestions/present";
import type { RunDetailView } from "../runs/detail";
import { isFinal } from "../runs/status";
import { askEndpoint, credentialFor } from "./client";
import type { Client, Refusal } from "./client";

/** The pause between two looks, on a platform that cannot wake the action. */
const pollMs = 1000;

/** More questions than these nobody answers at once. */
const maxQuestions = 20;

export interface FollowedRun {
  kind: "run";
  run: RunDetailView;
  isOver: boolean;
  /** The questions that wait for an answer. */
  questions: QuestionView[];
}

export async function readRun(client: Client, runId: string): Promise<FollowedRun | Refusal> {
  const answer = await askEndpoint(client, { method: "GET", path: "/runs/detail" }, { runId });
  if (answer.kind === "refused") return answer;
  const { data: run } = fromJsonText<{ data: RunDetailView }>(answer.text);
  const isOver = isFinal(run.status);
  if (isOver || run.openQuestions === 0) return { kind: "run", run, isOver, questions: [] };
  const filter = { runId, status: "waiting", limit: maxQuestions };
  const listed = await askEndpoint(client, { method: "GET", path: "/runs/questions" }, filter);
  if (listed.kind === "refused") return listed;
  return { kind: "run", run, isOver, questions: fromJsonText<{ data: QuestionView[] }>(listed.text).data };
}

/** Answers the run as it is then: over, with questions, or after the given time. */
export async function waitForRun(client: Client, runId: string, waitMs: number): Promise<FollowedRun | Refusal> {
  const first = await readRun(client, runId);
  if (first.kind === "refused" || first.isOver || first.questions.length > 0 || waitMs === 0) return first;
  const untilMs = Date.now() + waitMs;
  const args = { credential: credentialFor(client, "runs:read"), input: { runId } };
  for (;;) {
    const { isOver, hasQuestions } = await client.ctx.runQuery(internal.mcp.endpoints.runState, args);
    const leftMs = untilMs - Date.now();
    if (isOver || hasQuestions || leftMs <= 0) return await readRun(client, runId);
    await untilChanged(pollMs, leftMs);
  }
}
