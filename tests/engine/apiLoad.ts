// The load of the API's crash test: clients and the runner write until the service is gone, and record what they asked
// for and what was answered.
import type { Client, Runner } from "../support/fixtures";
import { dataOf } from "../support/fixtures";

export interface Writers {
  api: Client;
  runner: Pick<Runner, "call">;
  workflowId: string;
  answeringSessionId: string;
  sandboxId: string;
}

/** The expected state of a record. `asked` was requested and may have taken effect or not; `told` was acknowledged. */
export interface Expected<State> {
  told: State;
  asked: State;
}

export class Ledger {
  readonly runs = new Map<string, Expected<string>>();
  /** The status of each issue; null means deleted. */
  readonly issues = new Map<string, Expected<string | null>>();
  /** The ids of the questions that were asked in one request, by the beginning of their texts. */
  readonly questions = new Map<string, string[]>();
  readonly reviewed = new Map<string, Expected<"pending" | "approved">>();
  /** The number of chunks of each message. */
  readonly messages = new Map<string, Expected<number>>();
  /** Failures other than a lost connection. There must be none. */
  readonly refusals: string[] = [];
  acknowledged = 0;
}

export const chunkOf = (messageId: string, number: number): string => `<${messageId}/${number}>`;
const questionsAtOnce = 3;
/** The most questions that a client asks in one session, which has room for 300. */
const maxAsked = 90;

/** Writes without pause until the connection is lost. No other client uses `name`. */
export async function writeUntilGone(writers: Writers, name: string, ledger: Ledger, kind: number): Promise<void> {
  const write = [workOnRun, workOnIssue, workOnQuestions, workOnMessage][kind % 4];
  if (write === undefined) throw new Error("There are four kinds of writers.");
  try {
    for (let turn = 0; ; turn++) {
      await write(writers, `${name}-${turn}`, ledger);
      ledger.acknowledged++;
    }
  } catch (error) {
    // `fetch` reports a lost connection and an incomplete body as a TypeError.
    if (!(error instanceof TypeError)) ledger.refusals.push(String(error));
  }
}

/** Requests a new state and records whether it was acknowledged. */
async function change<State>(
  known: Map<string, Expected<State>>,
  id: string,
  asked: State,
  ask: () => Promise<unknown>,
): Promise<void> {
  const told = known.get(id)?.told ?? asked;
  known.set(id, { told, asked });
  await ask();
  known.set(id, { told: asked, asked });
}

async function workOnRun({ api, runner, workflowId }: Writers, name: string, { runs }: Ledger): Promise<void> {
  const { id } = await dataOf(api.post("/runs/start", { workflowId, prompt: name }));
  runs.set(id, { told: "pending", asked: "pending" });
  const move = (status: string) => runner.call("run.updateStatus", { runId: id, status });
  await change(runs, id, "running", () => move("running"));
  await change(runs, id, "paused", () => dataOf(api.post("/runs/pause", { runId: id })));
  await change(runs, id, "running", () => dataOf(api.post("/runs/resume", { runId: id })));
  const end = name.length % 2 === 0 ? "completed" : "failed";
  await change(runs, id, end, () => move(end));
}

async function workOnIssue({ api }: Writers, name: string, { issues }: Ledger): Promise<void> {
  const { id } = await dataOf(api.post("/issues/create", { title: name }));
  issues.set(id, { told: "open", asked: "open" });
  const update = (status: string) => dataOf(api.post("/issues/update", { issueId: id, status }));
  await change<string | null>(issues, id, "closed", () => update("closed"));
  await change<string | null>(issues, id, "open", () => update("open"));
  if (name.endsWith("3")) await change(issues, id, null, () => dataOf(api.post("/issues/delete", { issueId: id })));
}

/** Asks questions. When the session is full, continues with a session of another issue. */
async function workOnQuestions(writers: Writers, name: string, ledger: Ledger): Promise<void> {
  const { api, runner, answeringSessionId } = writers;
  const { questions, reviewed } = ledger;
  if (questions.size >= maxAsked) return await workOnIssue(writers, name, ledger);
  const asked = Array.from({ length: questionsAtOnce }, (_, index) => ({
    question: `${name}: ${index}?`,
    assumption: "Yes.",
  }));
  questions.set(name, []);
  const create = "issueSession.createSessionQuestionsFromJson";
  const { ids } = await runner.call(create, { answeringSessionId, questions: asked });
  questions.set(name, ids);
  const [first] = ids;
  reviewed.set(first, { told: "pending", asked: "approved" });
  await dataOf(api.put(`/session-questions/${first}/review`, { status: "approved" }));
  reviewed.set(first, { told: "approved", asked: "approved" });
}

async function workOnMessage({ runner, sandboxId }: Writers, name: string, { messages }: Ledger): Promise<void> {
  await runner.call("message.streamCreate", { sandboxId, messageId: name });
  messages.set(name, { told: 0, asked: 0 });
  for (let seq = 0; seq < 12; seq++) {
    const chunk = chunkOf(name, seq);
    const append = () => runner.call("message.streamAppend", { messageId: name, sandboxId, chunk, seq });
    await change(messages, name, seq + 1, append);
    // Repeats a chunk, as a runner does that is not sure whether the chunk arrived.
    if (seq % 5 === 0) await append();
  }
}
