// What an agent may not decide by itself becomes a question of the run, which a person answers over REST or in the
// dashboard. The question stays in the service, so an answer also reaches an agent that was resumed meanwhile.
import { createHash } from "node:crypto";
import type { Configuration } from "../../config/configuration";
import type { AskedBefore } from "../../prompt/prompt";
import { truncate } from "../../text/truncate";
import { CallRefusedError } from "../../service/errors";
import type { Args, Result } from "../../service/operations";
import type { AskedQuestion } from "../../state/workRecords";
import type { Job } from "../../jobs/contract";
import type { AgentRequest, AskEnds } from "../../conversations/turn";
import type { SavedSession } from "./sessionRecord";

type NewQuestion = Args<"run.ask">;

interface Asker {
  runId: string;
  stepId: string;
  turn: number;
  notes: Pick<SavedSession, "addQuestion">;
  ends: AskEnds;
}

type Asking = Pick<Job, "call" | "reportProgress" | "slot"> & {
  tools: { configuration: Pick<Configuration, "questionMinutes"> };
};

const waitMs = 20_000;
const maxText = 10_000;

/** Returns the answer in the form that the agent expects, or null when nobody gave one in time. */
export async function askPerson(
  job: Asking,
  { runId, stepId, turn, notes, ends }: Asker,
  asked: AgentRequest,
): Promise<unknown> {
  const { call, reportProgress, slot, tools } = job;
  const deadline = Date.now() + tools.configuration.questionMinutes * 60_000;
  const key = keyOf(turn, asked);
  const asking = { runId, stepId, key, deadline, ...wordsOf(asked) };
  reportProgress(`waits for an answer: ${asked.title}`);
  let question = await askFitting(call, asking);
  // The end of an earlier try of the step has dismissed the question. This try asks it again.
  if (question.status === "dismissed") question = await askFitting(call, { ...asking, key: `${key}/${stepId}` });
  // An agent that may not do something tries it again after an interruption, and asks for the permission again.
  if (asked.kind === "question") await notes.addQuestion({ questionId: question.id, title: asking.title });
  if (question.status === "waiting") {
    const onQueued = () => reportProgress(`has its answer and waits for a place: ${asked.title}`);
    const options = { keepsAgent: true, until: ends.over, onQueued };
    question = await slot.leaveWhile(() => untilAnswered(call, question, ends), options);
    reportProgress(`continues: ${asked.title}`);
  }
  if (question.answer === null) return null;
  return asked.kind === "permission" ? optionNamed(asked, question.answer) : question.answer;
}

type Question = Result<"run.ask">;

/** Returns the question as it is when there is an answer, or when nobody wants one any more. */
async function untilAnswered(call: Job["call"], asked: Question, { withdrawn, over }: AskEnds): Promise<Question> {
  const unwanted = AbortSignal.any([withdrawn, over]);
  const left = new Promise<null>((resolve) => unwanted.addEventListener("abort", () => resolve(null), { once: true }));
  let question: Question = asked;
  while (question.status === "waiting" && !unwanted.aborted) {
    const next = call("run.awaitAnswer", { questionId: question.id, waitMs });
    question = (await Promise.race([next, left])) ?? question;
    next.catch(() => undefined);
  }
  return question;
}

/** What became of the questions that an interrupted agent had asked. */
export async function readAskedQuestions({ call }: Job, asked: readonly AskedQuestion[]): Promise<AskedBefore[]> {
  const now: AskedBefore[] = [];
  for (const { questionId, title } of asked) {
    const { status, answer } = await call("run.awaitAnswer", { questionId, waitMs: 0 });
    now.push({ title, status, answer });
  }
  return now;
}

/** A form of the agent may be one that the service does not show. Then a person answers in a text. */
async function askFitting(call: Job["call"], question: NewQuestion): Promise<Result<"run.ask">> {
  try {
    return await call("run.ask", question);
  } catch (error) {
    if (!(error instanceof CallRefusedError) || error.isStaleLease || question.schema === undefined) throw error;
    const { schema, text = "", ...rest } = question;
    return await call("run.ask", {
      ...rest,
      text: truncate(`${text}\n\nExpected: ${JSON.stringify(schema)}`.trim(), maxText),
    });
  }
}

/** An agent that asks the same again after an interruption gets the answer that there is, or waits for the same one. */
function keyOf(turn: number, asked: AgentRequest): string {
  const what = JSON.stringify([asked.kind, asked.title, asked.kind === "permission" ? asked.paths : asked.text]);
  // The dashboard gives permissions keys of their own, and knows them by this word.
  const first = asked.kind === "permission" ? "permission/" : "";
  const hash = createHash("sha256").update(what).digest("hex").substring(0, 16);
  return `${first}${turn}/${truncate(asked.id, 60)}/${hash}`;
}

function wordsOf(asked: AgentRequest): Pick<NewQuestion, "title" | "text" | "options" | "schema"> {
  const title = truncate(asked.title.trim(), 200).trim() || "The agent asks";
  if (asked.kind === "permission") {
    const text = asked.paths.length === 0 ? {} : { text: truncate(asked.paths.join("\n"), maxText) };
    return { title, ...text, ...choices(namesOf(asked)) };
  }
  const text = asked.text === null || asked.text.trim() === "" ? {} : { text: truncate(asked.text.trim(), maxText) };
  if (asked.options !== null) return { title, ...text, ...choices(asked.options) };
  return asked.schema === null || asked.schema === undefined
    ? { title, ...text }
    : { title, ...text, schema: asked.schema };
}

function choice(name: string): string {
  return truncate(name.trim(), 500);
}

/** The service takes two to ten different options. */
function choices(names: string[]): Pick<NewQuestion, "options"> {
  const different = [...new Set(names.map(choice))].filter((name) => name !== "");
  return different.length < 2 || different.length > 10 ? {} : { options: different };
}

type Permission = Extract<AgentRequest, { kind: "permission" }>;

/** Options may have the same name. Their ids then tell them apart. */
function namesOf({ options }: Permission): string[] {
  const names = options.map(({ name }) => name);
  return options.map(({ id, name }) => (names.filter((other) => other === name).length > 1 ? `${name} (${id})` : name));
}

function optionNamed(asked: Permission, answer: unknown): string | null {
  const index = namesOf(asked).findIndex((name) => choice(name) === answer);
  return asked.options[index]?.id ?? null;
}
