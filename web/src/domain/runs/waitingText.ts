// What a run waits for, in words.
import { formatMoment } from "../../parts/moments";
import type { RunSummary } from "./runCommands";

const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export function waitingText(waiting: NonNullable<RunSummary["waiting"]>): string {
  switch (waiting.reason) {
    case "schedule":
      return `Starts ${formatMoment(time, waiting.until)}`;
    case "provider":
      return `Retries at ${formatMoment(time, waiting.until)}: ${waiting.text}`;
    case "runner":
      return "No runner is connected. Start one with: npm run runner";
  }
}
