// What the runner says at the code host after a round: an answer to each thread, and its own section of the request's
// text. It resolves no thread, since that is for who has opened it. A host that refuses fails nothing.
import { CodeHostError } from "../../codeHosts/errors";
import { connectToRequest } from "../../codeHosts/projectKey";
import type { Result } from "../../service/operations";
import type { RunContext } from "./context";
import type { Round } from "./plan";

/** Call it when the work of the round is on the branch, at this commit. */
export async function answerFeedback(work: RunContext, commit: string): Promise<void> {
  const { job, run, round } = work;
  if (round === null) return;
  const shown = await job.call("run.get", { runId: run.id });
  if (shown.prUrl === null) return;
  const { prUrl } = shown;
  const request = await asked(work, () => connectToRequest(job, prUrl));
  if (request === null) return;
  let refused = 0;
  for (const key of threadsOf(round)) {
    const isAnswered = await asked(work, async () => {
      await request.answerThread(key, { commit, text: `Done in ${commit}.` });
      return true;
    });
    if (isAnswered === null && ++refused === maxRefused) break;
  }
  await asked(work, () => request.updateRequestText(sectionOf(work, shown, round, commit)));
}

/** A thread may be locked or deleted, and the others are answered nevertheless. A host that is down is left alone. */
const maxRefused = 5;

/** Returns null where the host refuses. */
async function asked<Result>({ job }: RunContext, ask: () => Promise<Result>): Promise<Result | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error;
    job.reportProgress(`could not answer at the code host: ${error.message}`);
    return null;
  }
}

/** Checks and conflicts have no thread. */
function threadsOf({ feedback }: Round): string[] {
  return feedback.flatMap(({ key, kind }) => (key !== null && (kind === "review" || kind === "comment") ? [key] : []));
}

/** Our own words and numbers only: what others have said is in the request already. */
function sectionOf(work: RunContext, run: Result<"run.get">, round: Round, commit: string): string {
  const { runNumber, id, costUsd, dashboardUrl } = run;
  const name = dashboardUrl == null ? `Run ${runNumber} (${id})` : `[Run ${runNumber}](${dashboardUrl})`;
  const results = resultsOf(work, run);
  const rounds = count(round.number, "further round");
  const lines = [
    `${name} has had ${rounds}. The last one is in ${commit}, and was about ${subjectOf(round)}.`,
    ...(results.length === 0 ? [] : ["", ...results]),
    "",
    `So far it has cost $${costUsd.toFixed(2)}.`,
  ];
  return lines.join("\n");
}

/** What each gate has shown, with the tests that it has run. */
function resultsOf({ run, shown: gates }: RunContext, { steps }: Result<"run.get">): string[] {
  return run.steps.flatMap(({ gate }, index) => {
    const result = gates.get(index);
    if (gate === null || result === undefined) return [];
    const tests = steps.find(({ id }) => id === result.stepId)?.testResults ?? null;
    const counted = tests === null ? "" : `, ${tests.passed} of ${count(tests.total, "test")} passed`;
    return [`- gate ${index + 1} (${gate.kind}): ${result.pass ? "passed" : "not passed"}${counted}`];
  });
}

function subjectOf({ feedback }: Round): string {
  const kinds = [...new Set(feedback.map(({ kind }) => kind))];
  const parts = kinds.map((kind) => count(feedback.filter((item) => item.kind === kind).length, namesOfKinds[kind]));
  return parts.length === 0 ? "what a person has asked for" : parts.join(", ");
}

const namesOfKinds = {
  check: "check",
  review: "review",
  comment: "comment",
  conflict: "conflict",
  person: "remark",
} as const satisfies Record<Round["feedback"][number]["kind"], string>;

function count(amount: number, name: string): string {
  return `${amount} ${name}${amount === 1 ? "" : "s"}`;
}
