// What a run waits for, in words, as the dashboard says it.
import { timeText } from "./show";
import type { Run } from "./types";

export function waitingText(waiting: NonNullable<Run["waiting"]>): string {
  switch (waiting.reason) {
    case "schedule":
      return `starts at ${timeText(waiting.until)}`;
    case "provider":
      return `tries again at ${timeText(waiting.until)}: ${waiting.text}`;
    case "retry":
      return `will be tried again at ${timeText(waiting.until)}. The last try failed: ${waiting.text}`;
    case "concurrency":
      return `waits for room${behind(waiting.position)}: its workflow or project has as many active runs as it may`;
    case "conflict":
      return `waits for another run with the same conflict key${behind(waiting.position)}`;
    case "budget":
      return "waits because a budget is reached";
    case "runner":
      return "waits for a runner: none is connected. Start one with: switchyard runner";
  }
}

function behind(position: number | undefined): string {
  return position === undefined || position === 1 ? "" : ` behind ${position - 1} more`;
}
