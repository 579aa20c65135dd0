// The events of a run's log in words. Events of newer versions are shown by their type. This file is pure.
import { waitingText } from "../../domain/runs/waitingText";
import { moneyText } from "../../parts/Money";

type Data = Record<string, unknown>;

export function eventText(type: string, data: Data): string {
  const text = (name: string): string => (typeof data[name] === "string" ? data[name] : "");
  const number = (name: string): number => (typeof data[name] === "number" ? data[name] : 0);
  const because = text("reason") === "" ? "" : `: ${text("reason").replaceAll("_", " ")}`;
  const words = (name: string): string => text(name).replaceAll("_", " ");
  switch (type) {
    case "run.created":
      return `Created by ${words("source")}, ${words("status")}`;
    case "run.status":
      return `The run is ${words("status")}${because}`;
    case "run.waiting":
      return waitingText({ reason: "provider", since: number("since"), until: number("until"), text: text("text") });
    case "run.resumed":
      return "Somebody resumed it";
    case "run.progress":
      return [text("label"), text("message")].filter((part) => part !== "").join(": ") || "Progress";
    case "run.renamed":
      return `Renamed to “${text("name")}”`;
    case "run.deleted":
      return "Moved to the trash";
    case "run.restored":
      return "Restored from the trash";
    case "stop.requested":
      return "Asked to stop after this turn";
    case "cost":
      return `${text("model") || text("service")} cost ${data["rated"] === false ? "an unknown amount" : moneyText(number("costUsd"))}`;
    case "pr":
      return `Pull request ${data["prNumber"] == null ? "" : `#${number("prNumber")} `}${words("prStatus")}`;
    case "ci":
      return `Checks: ${words("status")}`;
    case "step.created":
      return `Step ${number("stepIndex") + 1}, ${text("name")}, was created`;
    case "step.kept":
      return `Step ${number("stepIndex") + 1}, ${text("name")}, was kept from attempt ${number("keptFromAttempt")}`;
    case "step.status":
      return `A step is ${words("status")}`;
    case "sandbox.created":
      return "A sandbox was created";
    case "sandbox.status":
      return `A sandbox is ${words("status")}`;
    case "message":
      return `${capitalize(text("kind") || "text")} of ${words("role")}, ${words("status")}`;
    case "message.sent":
      return "Somebody wrote to the agent";
    case "questions.waiting":
      return `Asks: ${text("title")}`;
    case "questions.answered":
      return text("status") === "expired" ? "The question has expired" : `The question was ${words("status")}`;
    case "issue.linked":
      return "Linked to an issue";
    default:
      return type;
  }
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
