// What a run waits for, in words.
import { noRunnerText } from "../runners/runner";
import { formats, formatMoment } from "../../parts/timeFormat";
import type { RunSummary } from "./runCommands";

export function waitingText(waiting: NonNullable<RunSummary["waiting"]>): string {
  switch (waiting.reason) {
    case "schedule":
      return `Starts ${formatMoment(formats.moment, waiting.until)}`;
    case "provider":
      return `Retries at ${formatMoment(formats.moment, waiting.until)}: ${waiting.text}`;
    case "retry":
      return `Will be tried again at ${formatMoment(formats.moment, waiting.until)}. The last try failed: ${waiting.text}`;
    case "concurrency":
      return `Waits for room${behind(waiting.position)}: its workflow or project has as many active runs as it may`;
    case "conflict":
      return `Waits for another run with the same conflict key${behind(waiting.position)}`;
    case "budget":
      return "Waits because a budget is reached";
    case "runner":
      return noRunnerText;
  }
}

function behind(position: number | undefined): string {
  return position === undefined || position === 1 ? "" : ` behind ${position - 1} more`;
}
