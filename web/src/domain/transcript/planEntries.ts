// The entries of an agent's plan. This file is pure.
import type { Message } from "./messageStore";

export interface PlanEntry {
  text: string;
  state: "pending" | "running" | "done";
}

export function planEntries({ data }: Message): PlanEntry[] {
  const entries = data?.["entries"];
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null || !("text" in entry)) return [];
    const state = "state" in entry ? entry.state : null;
    return [{ text: String(entry.text), state: state === "done" || state === "running" ? state : "pending" }];
  });
}
