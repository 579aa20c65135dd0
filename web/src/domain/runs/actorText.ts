// Who did something to a run, in words. This file is pure.
import type { RunSummary } from "./runCommands";

export type Actor = NonNullable<RunSummary["startedBy"]>;

/** A person by name, a key as "key CI". Null for the runner and the clock, who do what was asked of them. */
export function personText(actor: Actor | null): string | null {
  if (actor === null || actor.type === "runner" || actor.type === "system") return null;
  return actor.type === "key" ? `key ${actor.name}` : actor.name;
}

/** Anybody, for the log of a run. */
export function actorText(actor: Actor): string {
  switch (actor.type) {
    case "key":
      return `key ${actor.name}`;
    case "user":
      return actor.name;
    case "runner":
      return actor.id === null ? "the runner" : `runner ${actor.name}`;
    case "system":
      return "the system";
  }
}

const sources: Readonly<Record<string, string>> = {
  api: "an API key",
  dashboard: "somebody in the dashboard",
  recurring_task: "a recurring task",
  sprint_chain: "a sprint chain",
  work_chain: "a work chain",
  callback: "a runner",
};

/** Who started a run: the person or key, or else the part of the product that did. */
export function starterText({ startedBy, source }: Pick<RunSummary, "startedBy" | "source">): string {
  return personText(startedBy) ?? sources[source] ?? source;
}

const deeds: Readonly<Record<string, string>> = {
  paused: "Paused",
  cancelled: "Cancelled",
};

/** "Cancelled by Ada". Null when nobody in particular brought the run into its state, or the state says enough. */
export function statusByText({ status, statusBy }: Pick<RunSummary, "status" | "statusBy">): string | null {
  const deed = deeds[status];
  const who = personText(statusBy);
  return deed === undefined || who === null ? null : `${deed} by ${who}`;
}
