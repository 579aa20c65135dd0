// `switchyard questions ...`: what agents ask in the middle of their work.
import { command } from "../frame/command";
import type { Context } from "../frame/context";
import { Failure } from "../frame/failure";
import { omitUndefined } from "../frame/omitUndefined";
import { isRecord } from "../frame/isRecord";
import { askLine, choose } from "../terminal/prompt";
import { bold, dim, join, yellow } from "../terminal/text";
import type { Question } from "./types";
import { ageText, limit, showDone, showList, standardLimit, stateText, timeText } from "./show";
import { runIdOf } from "./find";

const states = ["waiting", "answered", "dismissed", "expired"] as const;
const questionArgument = { question: { about: "its id", known: "question" } } as const;

const list = command({
  name: "questions list",
  about: "List the questions of runs that wait for an answer",
  arguments: {},
  options: {
    status: { kind: "choice", values: states, about: "questions in this state (waiting)" },
    run: { kind: "text", value: "run", about: "only those of a run", known: "run" },
    limit,
  },
  examples: [
    { line: "switchyard questions list", about: "What agents wait for" },
    { line: "switchyard questions list --status answered --run 1", about: "What was answered in a run" },
  ],
  run: async (context, { options }) => {
    const runId = options.run === undefined ? undefined : await runIdOf(context, options.run);
    const filter = { status: options.status ?? "waiting", ...omitUndefined({ runId }) } as const;
    await showList(context, {
      items: context.client().runs.questions(filter, { signal: context.signal }),
      limit: options.limit ?? standardLimit,
      columns: [
        { title: "QUESTION", of: ({ id }) => id, isWhole: true },
        { title: "TITLE", of: ({ title }) => bold(title) },
        { title: "ANSWERS", of: ({ options }) => options?.join(" / ") ?? null },
        { title: "STATUS", of: ({ status }) => stateText(status), isWhole: true },
        { title: "AGE", of: ({ createdAt }) => ageText(createdAt), isWhole: true },
      ],
      whenEmpty: "There are no such questions.",
    });
  },
});

const answer = command({
  name: "questions answer",
  about: "Answer a question, or all that wait",
  details:
    "Without --answer the command asks at the terminal, and without a question it asks all that wait, the oldest first. " +
    "The answer of a question with a schema is JSON.",
  arguments: { question: { about: "its id", known: "question", isOptional: true } },
  options: { answer: { kind: "text", value: "text", about: "the answer; for a choice, the text of an option" } },
  examples: [
    { line: "switchyard questions answer <question> --answer yes", about: "Answer one" },
    { line: "switchyard questions answer", about: "Go through all that wait", typed: "1" },
  ],
  run: async (context, { args, options }) => {
    if (options.answer !== undefined) {
      if (args.question === undefined) throw new Failure("usage", "Name the question that --answer is for.");
      const question = await findQuestion(context, args.question);
      return await send(context, question, options.answer);
    }
    if (!context.terminal.isInteractive)
      throw new Failure("usage", "Nobody can be asked here, because this is not a terminal: use --answer.");
    const waiting = args.question === undefined ? await all(context) : [await findQuestion(context, args.question)];
    if (waiting.length === 0) return context.terminal.note("There are no questions that wait for an answer.");
    for (const question of waiting) await askFor(context, question);
  },
});

async function all(context: Context): Promise<Question[]> {
  const waiting: Question[] = [];
  const items = context.client().runs.questions({ status: "waiting" }, { signal: context.signal });
  for await (const question of items) waiting.push(question);
  return waiting.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
}

async function findQuestion(context: Context, id: string): Promise<Question> {
  // Those that wait are few. The others say why the question cannot be answered any more.
  for (const filter of [{ status: "waiting" }, {}] as const) {
    for await (const question of context.client().runs.questions(filter, { signal: context.signal })) {
      if (question.id === id) return question;
    }
  }
  throw new Failure("notFound", `There is no question ${id}.`, { advice: "`switchyard questions list` shows them." });
}

async function askFor(context: Context, question: Question): Promise<void> {
  const { terminal, signal } = context;
  terminal.note(join(yellow("? "), bold(question.title), dim(`  ${question.id}`)));
  if (question.text !== null) terminal.noteText(question.text);
  if (question.deadline !== null) terminal.note(dim(`until ${timeText(question.deadline)}`));
  const given =
    question.options === null
      ? await askLine(terminal, question.schema === null ? "Answer: " : "Answer, as JSON: ", signal)
      : await choose(terminal, "Number: ", question.options, signal);
  if (given === null || given === "") return terminal.note(dim("Skipped."));
  await send(context, question, given);
}

async function send(context: Context, question: Question, text: string): Promise<void> {
  const answer = question.schema === null ? text : objectIn(text);
  const { signal } = context;
  const answered = await context.client().runs.questions.answer({ questionId: question.id, answer }, { signal });
  showDone(context, answered, join(bold(answered.title), ": ", stateText(answered.status)));
}

function objectIn(text: string): Record<string, unknown> {
  const advice = 'The question has a schema, so its answer is an object such as {"port": 8080}.';
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Said below.
  }
  throw new Failure("usage", "The answer is not an object in JSON.", { advice });
}

const dismiss = command({
  name: "questions dismiss",
  about: "Let the agent continue without an answer",
  arguments: questionArgument,
  options: {},
  examples: [{ line: "switchyard questions dismiss <question>", about: "By its id" }],
  run: async (context, { args }) => {
    const { signal } = context;
    const dismissed = await context.client().runs.questions.dismiss({ questionId: args.question }, { signal });
    showDone(context, dismissed, join(bold(dismissed.title), ": ", stateText(dismissed.status)));
  },
});

export const questions = [list, answer, dismiss];
