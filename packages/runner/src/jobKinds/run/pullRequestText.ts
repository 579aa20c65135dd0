// What the runner writes into the text of a pull request: what the last round was asked, and what the gates have shown.
// The request may be public, so words that others have written are code on one line, and those of somebody whom the run
// does not trust are left out.
import { withSection } from "../../codeHosts/pullRequestSection";
import { printableCode } from "../../log/printable";
import type { Result } from "../../service/operations";
import type { Step } from "../../service/claims";
import { take, truncateWithEllipsis } from "../../text/truncate";
import type { RunContext, Shown } from "./context";
import type { RoundEnding } from "./iterations";
import type { Round } from "./plan";

type Work = Pick<RunContext, "run" | "shown">;

const maxWords = 200;
const maxItems = 20;

/** The text with which a request is opened. A later round replaces the proof in it. */
export function firstText(work: Work): string {
  const { prompt, runNumber, id, steps } = work.run;
  const names = steps.map(({ name }) => `- ${name}`).join("\n");
  const text = `${prompt.trim()}\n\n---\nRun ${runNumber} of Switchyard (${id}), with the steps:\n${names}\n`;
  const proof = proofLines(work);
  return proof.length === 0 ? text : withSection(text, proof.join("\n"));
}

interface Ended {
  round: Round;
  ending: RoundEnding;
  commit: string;
}

export function roundSection(work: Work, run: Result<"run.get">, { round, ending, commit }: Ended): string {
  const { runNumber, id, costUsd, dashboardUrl } = run;
  const name = dashboardUrl == null ? `Run ${runNumber} (${id})` : `[Run ${runNumber}](${dashboardUrl})`;
  const rounds = count(round.number, "further round");
  const parts = [
    [`${name} has had ${rounds}. ${lastRound(subjectOf(round), ending, commit)}`],
    askedLines(round),
    proofLines(work),
    [`So far it has cost $${costUsd.toFixed(2)}.`],
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function lastRound(subject: string, ending: RoundEnding, commit: string): string {
  if (ending.kind === "failed") return `The last one was about ${subject}, and has failed.`;
  const result = ending.kind === "done" ? "" : " Its gates have not passed.";
  return `The last one is in ${commit}, and was about ${subject}.${result}`;
}

function askedLines({ prompt, feedback }: Round): string[] {
  const trusted = feedback.filter(({ isTrusted }) => isTrusted);
  const shown = take(trusted, maxItems).map(({ kind, title }) => `- ${namesOfKinds[kind]}: ${words(title)}`);
  const others = feedback.length - shown.length;
  const lines = [
    ...(prompt === null ? [] : [`- ${words(prompt)}`]),
    ...shown,
    ...(others === 0 ? [] : [`- ${count(others, "further item")}`]),
  ];
  return lines.length === 0 ? [] : ["What was asked:", "", ...lines];
}

/** What each gate has shown last. Empty for a run without gates. */
function proofLines(work: Work): string[] {
  const lines = newestOfGates(work).map(
    ({ step, shown }) => `- ${words(step.name)}, ${kindOf(step)}: ${resultOf(shown)}`,
  );
  return lines.length === 0 ? [] : ["What its gates have shown:", "", ...lines];
}

interface GateNow {
  step: Step;
  /** Null for a gate that no iteration has come to. */
  shown: Shown | null;
}

function newestOfGates({ run: { steps }, shown }: Work): GateNow[] {
  return steps.flatMap((step, index) => {
    if (step.gate === null) return [];
    const turns = [...shown.keys()].filter((turn) => turn % steps.length === index);
    return [{ step, shown: turns.length === 0 ? null : (shown.get(Math.max(...turns)) ?? null) }];
  });
}

function kindOf({ gate }: Step): string {
  return gate?.kind === "command" ? `the command ${words(gate.command.join(" "))}` : "a judge";
}

function resultOf(shown: Shown | null): string {
  if (shown === null) return "nothing yet";
  const { pass, commit, exitCode, testResults: tests, qualityScores } = shown;
  const score = qualityScores?.["composite"];
  return [
    pass ? "passed" : "not passed",
    ...(exitCode === null ? [] : [`exit code ${exitCode}`]),
    ...(tests === null ? [] : [`${tests.passed} of ${count(tests.total, "test")} passed`]),
    ...(score === undefined ? [] : [`score ${score}`]),
    ...(commit === null ? [] : [`on ${commit}`]),
  ].join(", ");
}

function words(text: string): string {
  return printableCode(truncateWithEllipsis(text.trim(), maxWords));
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
