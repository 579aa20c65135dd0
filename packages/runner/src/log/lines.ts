// What happens, as lines for people or as JSON for programs.
import { printableEntry, printableJson } from "./printable";
import type { LogEvent } from "./events";

export type Write = (line: string) => void;

export function jsonLines(write: Write): (event: LogEvent) => void {
  return (event) => write(printableJson({ at: new Date().toISOString(), ...event }));
}

export function plainLines(write: Write): (event: LogEvent) => void {
  return (event) => write(`${new Date().toISOString().slice(11, 19)} ${printableEntry(describeEvent(event))}`);
}

export function describeEvent(event: LogEvent): string {
  switch (event.kind) {
    case "started":
      return `Asks ${event.url} for work: ${event.jobs} jobs at once, with ${event.agents.join(", ")}.`;
    case "pretending":
      return "No agent is configured: the demo agent pretends to work. Name one with --agent, for instance claude-code; see docs/agents.md.";
    case "isolated":
      return event.reach;
    case "agentMissing":
      return `The agent ${event.agent} cannot start, and work for it waits: ${event.reason}`;
    case "agentFound":
      return `The agent ${event.agent} can start now.`;
    case "unreachable":
      return `Cannot reach ${event.url} (${event.reason}); trying again.`;
    case "reached":
      return `Reached ${event.url} again.`;
    case "claimed":
      return `${event.jobId} claimed: ${event.work}, ${event.subject}`;
    case "doing":
      return `${event.jobId} ${event.what}`;
    case "ended":
      return `${event.jobId} ${event.how}${event.reason === undefined ? "" : `: ${event.reason}`}`;
    case "waiting":
      return `Claims nothing now: ${event.reason}.`;
    case "stopping":
      return `Stops as soon as ${event.jobs === 1 ? "one job has" : `${event.jobs} jobs have`} ended; another Ctrl-C ends it now.`;
    case "remoteFailed":
      return `A repository cannot be used: ${event.message}`;
    case "fault":
      return event.message;
  }
}
