// Runs as tasks: a run continues after the call that started it, and the client asks for its state. The id of a task is
// the id of the run, so any run is a task, whichever client started it, and nothing is kept besides it.
import { fromJsonText } from "../api/envelope";
import type { RunDetailView } from "../runs/detail";
import type { RunSummaryView, RunView } from "../runs/present";
import { isFinal } from "../runs/status";
import { askEndpoint } from "./client";
import type { Answer, Client } from "./client";
import { readRun, waitForRun } from "./follow";
import type { FollowedRun } from "./follow";
import { answerByForms, asksByForm, formsOf } from "./forms";
import { objectParam, RpcRefusal, textParam } from "./jsonRpc";
import type { Fields } from "./jsonRpc";
import { toolResult } from "./results";
import { tasksExtension } from "./revisions";
import type { Era } from "./revisions";
import { maxWaitSeconds } from "./waitArguments";

const pollMs = 5000;

/** The result of a call that started a run. */
export function startedTask({ kind }: Era, text: string): Fields {
  const { data: run } = fromJsonText<{ data: RunView }>(text);
  const task = describe(kind, run, statusOf(kind, run));
  return kind === "selfDescribed" ? { resultType: "task", ...task } : { task };
}

export async function getTask(client: Client, era: Era, params: Fields): Promise<Fields> {
  return stateOf(client, era, await followed(client, era, params));
}

/** Waits for the end of the run, as long as a request may take. */
export async function taskResult(client: Client, params: Fields): Promise<Fields> {
  const taskId = textParam(params, "taskId");
  const found = await waitForRun(client, taskId, maxWaitSeconds * 1000);
  if (found.kind === "refused") throw unknownTask(found.error.message);
  const related = { _meta: { "io.modelcontextprotocol/related-task": { taskId } } };
  if (found.isOver) return { ...resultOf(found.run), ...related };
  const reason = found.questions.length > 0 ? "waits for answers (questions_list)" : "is not over";
  throw new RpcRefusal("internal", `The run ${reason}. Call tasks/get or tasks/result again.`);
}

/** Takes the answers to the run's questions. */
export async function updateTask(client: Client, era: Era, params: Fields): Promise<Fields> {
  const { questions } = await followed(client, era, params);
  const { refusal } = await answerByForms(client, questions, objectParam(params, "inputResponses"));
  if (refusal !== null) throw new RpcRefusal("invalidParams", refusal.error.message);
  return {};
}

export async function cancelTask(client: Client, era: Era, params: Fields): Promise<Fields> {
  const { run, isOver } = await followed(client, era, params);
  const isNewer = era.kind === "selfDescribed";
  // Since the extension for tasks, a cancellation that comes too late is not an error.
  if (isOver && isNewer) return {};
  const answer = await askEndpoint(client, { method: "POST", path: "/runs/cancel" }, { runId: run.id });
  if (answer.kind === "refused") throw new RpcRefusal("invalidParams", answer.error.message);
  const { data } = fromJsonText<{ data: RunView }>(answer.text);
  return isNewer ? {} : describe(era.kind, data, "cancelled");
}

export async function listTasks(client: Client, { kind }: Era, { cursor = null }: Fields): Promise<Fields> {
  const answer: Answer = await askEndpoint(client, { method: "GET", path: "/runs" }, { cursor });
  if (answer.kind === "refused") throw new RpcRefusal("invalidParams", answer.error.message);
  const { data, nextCursor } = fromJsonText<{ data: RunSummaryView[]; nextCursor: string | null }>(answer.text);
  const tasks = data.map((run) => describe(kind, run, statusOf(kind, run)));
  return nextCursor === null ? { tasks } : { tasks, nextCursor };
}

async function followed(client: Client, era: Era, params: Fields): Promise<FollowedRun> {
  requireTasks(era);
  const found = await readRun(client, textParam(params, "taskId"));
  if (found.kind === "refused") throw unknownTask(found.error.message);
  return found;
}

function requireTasks({ kind, takesTasks }: Era): void {
  if (kind === "initialized" || takesTasks) return;
  const data = { requiredCapabilities: { extensions: { [tasksExtension]: {} } } };
  throw new RpcRefusal("missingCapability", `The client must declare ${tasksExtension}.`, 400, data);
}

function unknownTask(message: string): RpcRefusal {
  return new RpcRefusal("invalidParams", message);
}

/** The state of a task with what belongs to it: forms for questions, and the result of a run that is over. */
function stateOf(client: Client, era: Era, { run, questions }: FollowedRun): Fields {
  const status = statusOf(era.kind, run);
  if (era.kind === "initialized") return describe(era.kind, run, status);
  if (status === "completed") return { ...describe(era.kind, run, status), result: resultOf(run) };
  if (questions.length === 0 || !asksByForm(client, era)) return describe(era.kind, run, status);
  return { ...describe(era.kind, run, "input_required"), inputRequests: formsOf(questions) };
}

type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

/** Since the extension for tasks, `failed` means that the protocol failed: a run that failed is a result. */
function statusOf(kind: Era["kind"], { status }: Pick<RunSummaryView, "status">): TaskStatus {
  switch (status) {
    case "completed":
    case "cancelled":
      return status;
    case "failed":
      return kind === "selfDescribed" ? "completed" : "failed";
    default:
      return "working";
  }
}

/** The names of two fields differ between the revisions. */
function describe(kind: Era["kind"], run: RunSummaryView, status: TaskStatus): Fields {
  const { createdAt, startedAt, lastProgressAt, completedAt } = run;
  const changedAt = Math.max(createdAt, startedAt ?? 0, lastProgressAt ?? 0, completedAt ?? 0);
  const limits =
    kind === "selfDescribed" ? { ttlMs: null, pollIntervalMs: pollMs } : { ttl: null, pollInterval: pollMs };
  return {
    taskId: run.id,
    status,
    statusMessage: messageOf(run),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(changedAt).toISOString(),
    ...limits,
  };
}

/** Only what the service itself says: names and labels come from people and agents. */
function messageOf(run: RunSummaryView): string {
  const { runNumber, status, openQuestions } = run;
  if (!isFinal(status) && openQuestions > 0) {
    return `Run ${runNumber} waits for answers to ${openQuestions} questions (questions_list, questions_answer).`;
  }
  return `Run ${runNumber} is ${status}.`;
}

/** What the call that started the run would have answered, had it waited. */
function resultOf(run: RunDetailView): Fields {
  return { ...toolResult(run), isError: run.status !== "completed" };
}
