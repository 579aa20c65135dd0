// The end of a step whose work is committed: what it hands on, how it was judged, and what its gate has shown.
import type { Step } from "../../service/claims";
import type { Args } from "../../service/operations";
import { showCommandGate } from "./commandGate";
import type { TestResults } from "../../testReports/testResults";
import { truncate } from "../../text/truncate";
import type { RunContext, Shown } from "./context";
import { expectsOutput } from "./context";
import type { Reply } from "./judgement";
import { stepOfTurn } from "./plan";

interface Ended {
  stepId: string;
  turn: number;
  commit: string;
  reply: Reply;
  /** What else the report says, such as the usage. */
  more: Partial<Args<"runStep.updateStatus">>;
}

export async function completeStep(work: RunContext, { stepId, turn, commit, reply, more }: Ended): Promise<void> {
  const step = stepOfTurn(work.run.steps, turn);
  const output = expectsOutput(work, turn) ? { output: reply.output } : {};
  const { report, shown } = await show(work, step, { commit, reply });
  await work.job.call("runStep.updateStatus", { stepId, status: "completed", ...more, ...output, ...report });
  if ("output" in output) work.outputs.set(turn, { name: step.name, output: output.output });
  if (shown !== null) work.shown.set(turn, { stepId, ...shown });
}

/** Shows the gates of an iteration on its last commit, as far as they were shown on another one. */
export async function rerunGate(work: RunContext, turn: number, commit: string, isSameTree: boolean): Promise<void> {
  const step = stepOfTurn(work.run.steps, turn);
  const before = work.shown.get(turn);
  if (step.gate === null || before === undefined || before.commit === commit) return;
  const report = await again(work, step.gate, { before, commit, isSameTree });
  // What is reported about another commit takes the place of all that was said so far.
  const scores = before.qualityScores === null ? {} : { qualityScores: before.qualityScores };
  await work.job.call("runStep.updateStatus", { stepId: before.stepId, status: "completed", ...scores, ...report });
  work.shown.set(turn, { ...before, ...shownBy(report) });
}

interface Again {
  before: Shown;
  commit: string;
  isSameTree: boolean;
}

interface Report {
  verdict: { pass: boolean; feedback: string };
  proof: { commit: string; exitCode?: number; output?: string };
  testResults?: TestResults;
}

async function again(work: RunContext, gate: NonNullable<Step["gate"]>, asked: Again): Promise<Report> {
  const { before, commit, isSameTree } = asked;
  if (gate.kind === "command") return given(await showCommandGate(work, gate, commit));
  // A judge has seen the files, so its word holds for the same files on another commit.
  const pass = isSameTree && before.pass;
  const feedback = isSameTree ? (before.feedback ?? "") : "The work has changed since it was judged.";
  return { verdict: { pass, feedback }, proof: { commit } };
}

function given({ verdict, proof, testResults }: Awaited<ReturnType<typeof showCommandGate>>) {
  return { verdict, proof, ...(testResults === null ? {} : { testResults }) };
}

async function show(work: RunContext, step: Step, { commit, reply: { judgement } }: Pick<Ended, "commit" | "reply">) {
  const qualityScores = judgement?.qualityScores ?? null;
  const scores = qualityScores === null ? {} : { qualityScores };
  if (step.gate?.kind === "command") {
    const report = given(await showCommandGate(work, step.gate, commit));
    return { report: { ...scores, ...report }, shown: { ...shownBy(report), qualityScores } };
  }
  if (judgement === null) return { report: {}, shown: null };
  const verdict = step.gate === null ? judgement.verdict : applyPassBound(step.gate, judgement);
  const proof = step.gate === null ? {} : { proof: { commit } };
  const shown = { ...shownBy({ verdict, proof: { commit } }), qualityScores };
  return { report: { ...scores, verdict, ...proof }, shown };
}

function shownBy({ verdict: { pass, feedback }, proof, testResults }: Report) {
  const { commit, exitCode = null, output = null } = proof;
  return { pass, feedback, commit, exitCode, output, testResults: testResults ?? null };
}

/** The service takes as many characters. */
const maxFeedback = 20_000;

/** A judge that passes work below the bound of the workflow has not passed it. */
export function applyPassBound(
  { passAt }: Extract<NonNullable<Step["gate"]>, { kind: "judge" }>,
  judgement: NonNullable<Reply["judgement"]>,
) {
  const { verdict, qualityScores } = judgement;
  if (!verdict.pass || passAt === null || qualityScores.composite >= passAt) return verdict;
  const bound = `The composite score ${qualityScores.composite} is below ${passAt}.`;
  return { pass: false, feedback: truncate(`${bound} ${verdict.feedback}`.trim(), maxFeedback) };
}
