// The text that a step's agent receives.
import type { Run, Step } from "../service/claims";
import type { KnowledgeFile, KnowledgeFiles } from "./knowledgeFiles";
import { fenced, fencedNames } from "../text/fence";
import { dutyOf } from "./roles";

/** What an agent learns of its run. */
type TaskOfRun = Pick<Run, "prompt" | "maxIterations" | "learnings" | "steps"> & {
  settings: Pick<Run["settings"], "sandboxSystemPrompt" | "agentMd">;
};

interface Parts {
  run: TaskOfRun;
  step: Step;
  /** Which repetition of the workflow this is, from 1. */
  iteration: number;
  layout: KnowledgeFiles;
  /** What steps before this one have ended with. */
  outputs: { name: string; output: unknown }[];
  /** What the iteration before this one lacked. */
  lacks: string;
  /** Why the try before this one failed. It may repeat what the agent has said, or the name of a file. */
  failure: string | null;
  /** What the present round is about. Empty before the run was continued. */
  asked?: string;
  /** The files in which the agent finds both sides of a merge. */
  conflicts?: readonly string[];
}

const continuation =
  "You were interrupted while you worked on your task. The files are as you left them. Continue where you stopped.";

/** For an agent that continues the session in which it has done its step already. */
export function furtherPrompt(prompt: string): string {
  return `You continue your earlier session. The files may have changed since, so read them again.\n\n${prompt}`;
}

/** A question that the agent had asked before it was interrupted, as it stands now. */
export interface AskedBefore {
  title: string;
  status: "waiting" | "answered" | "dismissed" | "expired";
  answer: unknown;
}

export function continuationOf(questions: readonly AskedBefore[]): string {
  return [continuation, section("What you had asked", questions.map(answerText).join("\n"))]
    .filter(Boolean)
    .join("\n\n");
}

function answerText({ title, status, answer }: AskedBefore): string {
  if (status === "waiting") {
    return `- ${title}\n  Nobody has answered yet. Ask again in the same words, and you will get the answer.`;
  }
  if (answer === null) return `- ${title}\n  Nobody answers this. Decide yourself.`;
  return `- ${title}\n  The answer: ${typeof answer === "string" ? answer : JSON.stringify(answer)}`;
}

/** The most general comes first and the task of this step last, where agents give it most weight. */
export function promptOf(parts: Parts): string {
  const { run, step, iteration, layout, outputs, lacks, failure, asked = "", conflicts = [] } = parts;
  const { settings, prompt, maxIterations } = run;
  const learned = run.learnings.filter(({ role }) => role === step.role).map(({ content }) => content ?? "");
  const sections = [
    section("Rules of this project", join([settings.sandboxSystemPrompt, settings.agentMd])),
    section("Who you are", step.persona?.instructions ?? ""),
    section("What agents in this role have learned", join(learned)),
    section("What you can read and use", filesOf(layout, step)),
    section(
      "Results of earlier steps",
      outputs.map(({ name, output }) => `${name}: ${JSON.stringify(output)}`).join("\n"),
    ),
    section("The task", prompt),
    section("What is asked now", asked),
    section("Conflicts to solve", conflictText(conflicts)),
    section(headingOf(run, step), join([dutyOf(step.role), turnOf(iteration, maxIterations), step.instructions])),
    section("What you judge by", criteriaOf(step)),
    section("What the work lacked after the iteration before this one", lacks),
    section("The try before this one failed", failure === null ? "" : fenced(failure)),
    "You work in the current folder, a git worktree of its own. Change files there; your changes are committed for you " +
      "when you are done. Do not push.",
  ];
  return sections.filter((text) => text !== "").join("\n\n");
}

/** Without it, the agents of all steps would do the whole task, one after the other. */
function headingOf({ steps }: Pick<Run, "steps">, { name, role, stepIndex }: Step): string {
  // A round has fewer steps than the workflow.
  const place = steps.findIndex((step) => step.stepIndex === stepIndex) + 1;
  return `Your step: ${name.replaceAll(/\s+/g, " ")} (${place} of ${steps.length}), role ${role}`;
}

function conflictText(files: readonly string[]): string {
  if (files.length === 0) return "";
  const head = "Both sides are in these files, with git's conflict markers:";
  return `${head}\n\n${fencedNames(files)}\n\nSolve them so that both intentions stay, and remove all markers.`;
}

function criteriaOf({ gate }: Step): string {
  if (gate?.kind !== "judge") return "";
  const bound = gate.passAt === null ? null : `The work passes with a composite score of ${gate.passAt} or more.`;
  return join([gate.rubric, bound]);
}

function section(title: string, text: string): string {
  return text.trim() === "" ? "" : `# ${title}\n\n${text.trim()}`;
}

function join(texts: (string | null)[]): string {
  return texts.filter((text) => text !== null && text.trim() !== "").join("\n\n");
}

function turnOf(iteration: number, maxIterations: number): string {
  return maxIterations === 1 ? "" : `This is round ${iteration} of ${maxIterations}.`;
}

function filesOf(layout: KnowledgeFiles, { commandNames }: Step): string {
  return join([
    list("Read these first:", layout.contexts),
    list("Skills, each with a file that explains it:", layout.skills),
    list("Commands:", layout.commands),
    list("Scripts:", layout.scripts),
    commandNames.length === 0 ? "" : `Use these commands in this step: ${commandNames.join(", ")}.`,
  ]);
}

function list(title: string, files: KnowledgeFile[]): string {
  return files.length === 0 ? "" : [title, ...files.map(({ path, about }) => `- ${path}: ${about}`)].join("\n");
}
