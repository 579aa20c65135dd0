// The events of a run's log in words. Events of newer versions are shown by their type. This file is pure.
import { actorText } from "../../domain/runs/actorText";
import type { Actor } from "../../domain/runs/actorText";
import { waitingText } from "../../domain/runs/waitingText";
import { moneyText } from "../../parts/Money";

type Data = Record<string, unknown>;

/** The steps that the events name by their ids. */
export type StepNames = ReadonlyMap<string, { stepIndex: number; name: string }>;

export function eventText(type: string, data: Data, steps: StepNames = new Map()): string {
  const text = (name: string): string => (typeof data[name] === "string" ? data[name] : "");
  const number = (name: string): number => (typeof data[name] === "number" ? data[name] : 0);
  const because = text("reason") === "" ? "" : `: ${text("reason").replaceAll("_", " ")}`;
  const words = (name: string): string => text(name).replaceAll("_", " ");
  const by = byText(data["actor"]);
  switch (type) {
    case "run.created":
      return by === "" ? `Created by ${words("source")}` : `Created${by}`;
    case "run.status":
      return `${statusText(text("status"), text("from"))}${by}${because}`;
    case "run.waiting":
      return waitingText({
        reason: data["reason"] === "retry" ? "retry" : "provider",
        since: number("since"),
        until: number("until"),
        text: text("text"),
      });
    case "run.resumed":
      return by === "" ? "Somebody resumed it" : `Resumed${by}`;
    case "run.progress":
      if (text("resultBranch") !== "") return `The work is on the branch ${text("resultBranch")}`;
      return [text("label"), text("message")].filter((part) => part !== "").join(": ") || "Progress";
    case "run.continued": {
      const items = Array.isArray(data["feedback"]) ? data["feedback"].length : 0;
      const given = items === 0 ? "" : `, with ${counted(items, "item")} of feedback`;
      return `Round ${number("round")} begun${by === "" ? " by its rule" : by}${given}`;
    }
    case "run.accepted":
      return `Accepted${by}: ${text("reason")}`;
    case "feedback": {
      const added = number("added");
      const updated = number("updated");
      const parts = [
        ...(added === 0 ? [] : [`${counted(added, "new item")} of feedback`]),
        ...(updated === 0 ? [] : [`${counted(updated, "item")} of feedback changed`]),
      ];
      return `${capitalize(parts.join(", ")) || "Feedback"}${by}`;
    }
    case "artifact":
      return `Artifact “${text("name")}” uploaded`;
    case "run.renamed":
      return `Renamed to “${text("name")}”${by}`;
    case "run.deleted":
      return `Moved to the trash${by}`;
    case "run.restored":
      return `Restored from the trash${by}`;
    case "stop.requested":
      return `Asked to stop after this turn${by}`;
    case "cost":
      return `${text("model") || text("service")} cost ${data["rated"] === false ? "an unknown amount" : moneyText(number("costUsd"))}`;
    case "pr":
      return `Pull request ${data["prNumber"] == null ? "" : `#${number("prNumber")} `}${words("prStatus")}${requestText(data)}`;
    case "ci":
      return `Checks: ${words("status")}`;
    case "step.created":
      return `Step ${number("stepIndex") + 1}, ${text("name")}, created`;
    case "step.kept":
      return `Step ${number("stepIndex") + 1}, ${text("name")}, was kept from attempt ${number("keptFromAttempt")}`;
    case "step.status":
      return `${stepText(steps.get(text("stepId")))} ${words("status")}`;
    case "sandbox.created":
      return "The agent’s workspace was created";
    case "sandbox.status":
      return `The agent’s workspace is ${words("status")}`;
    case "message":
      return `${capitalize(text("kind") || "text")} of ${words("role")}, ${words("status")}`;
    case "message.sent":
      return by === "" ? "Somebody wrote to the agent" : `A message to the agent${by}`;
    case "questions.waiting":
      return `Asks: ${text("title")}`;
    case "questions.answered":
      return text("status") === "expired" ? "The question has expired" : `The question was ${words("status")}${by}`;
    case "issue.linked":
      return "Linked to an issue";
    default:
      return type;
  }
}

/** The system and the runner do what follows from the rest of the log, so naming them tells nothing. */
function byText(actor: unknown): string {
  if (!isActor(actor) || actor.type === "system" || (actor.type === "runner" && actor.id === null)) return "";
  return ` by ${actorText(actor)}`;
}

function isActor(value: unknown): value is Actor {
  if (typeof value !== "object" || value === null || !("type" in value) || !("name" in value)) return false;
  return ["key", "user", "runner", "system"].includes(String(value.type)) && typeof value.name === "string";
}

/** A move of the run in the word for the deed. */
function statusText(status: string, from: string): string {
  if (status === "running") return from === "paused" ? "Resumed" : "Started";
  if (status === "pending" && ["completed", "failed", "cancelled"].includes(from)) return "Queued again";
  return status === "pending" ? "In the queue" : capitalize(status.replaceAll("_", " "));
}

function stepText(step: { stepIndex: number; name: string } | undefined): string {
  return step === undefined ? "A step" : `Step ${step.stepIndex + 1}, ${step.name},`;
}

/** What a look at the request has found besides its state. */
function requestText({ mergeable, approvals, changesRequested }: Data): string {
  const parts = [
    ...(mergeable === "conflict" ? ["conflict with its base"] : []),
    ...(typeof approvals === "number" && approvals > 0 ? [counted(approvals, "approval")] : []),
    ...(typeof changesRequested === "number" && changesRequested > 0 ? [`${changesRequested} ask for changes`] : []),
  ];
  return parts.map((part) => `, ${part}`).join("");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
