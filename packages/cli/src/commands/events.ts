// The events of a run in words, and what its end means for the exit code.
import type { Ending } from "../frame/failure";
import { bold, cyan, dim, green, join, red, yellow } from "../terminal/text";
import type { Text } from "../terminal/text";
import type { RunEvent } from "./types";
import { dollars, stateText } from "./show";

/** Names of steps by their ids, which events of their states do not repeat. */
export type StepNames = Map<string, string>;

/** Returns the event as a line, or null for what only programs need. */
export function eventLine(event: RunEvent, steps: StepNames): Text | null {
  const said = wordsOf(event, steps);
  return said === null ? null : join(dim(`${timeOfDay(event.at)} `), said);
}

function wordsOf({ type, data }: RunEvent, steps: StepNames): Text | null {
  const text = (name: string): string => textIn(data, name);
  const because = (name: string): string => (text(name) === "" ? "" : `: ${text(name)}`);
  switch (type) {
    case "run.created":
      return `created, ${text("status")}`;
    case "run.status":
      return join(stateText(text("status")), because("error") || because("reason"));
    case "run.waiting":
      return join(yellow("waits"), because("text") || because("reason"));
    case "run.resumed":
      return "resumed";
    case "run.continued":
      return join("continues, round ", bold(String(Number(data["round"] ?? 1))));
    case "feedback":
      return `feedback: ${Number(data["added"] ?? 0)} new, ${Number(data["updated"] ?? 0)} changed`;
    case "run.progress":
      return progressWords(text("label"), text("message"), text("resultBranch"));
    case "run.renamed":
      return join("is called ", bold(text("name")), " now");
    case "run.deleted":
      return red("deleted");
    case "run.restored":
      return "restored";
    case "stop.requested":
      return "stops after its present turn";
    case "step.created":
    case "step.kept":
      steps.set(text("stepId"), text("name"));
      return type === "step.kept" ? join("step ", bold(text("name")), " is kept") : null;
    case "step.status":
      return join("step ", bold(steps.get(text("stepId")) ?? text("stepId")), " ", stateText(text("status")));
    case "cost":
      return dim(`${dollars(Number(data["totalUsd"] ?? 0))} so far`);
    case "pr":
      return join("pull request ", text("prStatus"), " ", cyan(text("prUrl")));
    case "ci":
      return join("checks ", text("status"));
    case "questions.waiting":
      return join(yellow("asks: "), text("title"), dim(`  switchyard questions answer ${text("questionId")}`));
    case "questions.answered":
      return join("question ", stateText(text("status")));
    default:
      // Messages are in `runs logs`, sandboxes in JSON. Later versions of the service may add types.
      return null;
  }
}

function progressWords(label: string, message: string, branch: string): Text | null {
  const said = [label, message].filter((one) => one !== "").join(": ");
  if (branch !== "") return join(said === "" ? "" : `${said}, `, "branch ", green(branch));
  return said === "" ? null : dim(said);
}

function timeOfDay(atMs: number): string {
  return new Date(atMs).toTimeString().slice(0, 8);
}

/** The value of a field, which is empty where it is not a text or a number. */
export function textIn(data: RunEvent["data"], name: string): string {
  const value = data[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Returns how a command ends that has watched a run until it was over. */
export function endingOf(status: string): Ending {
  return status === "completed" ? "ok" : "failed";
}
