// The place of an item in the inbox of the dashboard, as one number, so that an index has the order: by kind; questions
// by deadline; failures by reason, so that those with the same reason stand together, and then by age. Pure.
import { hash32 } from "../lib/hashing";
import { subjects } from "./kinds";
import type { InboxKind } from "./kinds";

/** More than any time in epoch milliseconds, and few enough kinds that ranks are exact numbers. */
const ranksPerKind = 1e14;
const withoutDeadline = ranksPerKind - 1;

const failures: ReadonlySet<InboxKind> = new Set(["run_failed", "session_failed", "merge_failed"]);

export interface Ranked {
  kind: InboxKind;
  reason: string;
  dueMs?: number | undefined;
}

export function rankOf({ kind, reason, dueMs }: Ranked): number {
  return subjects[kind].order * ranksPerKind + rankWithinKind({ kind, reason, dueMs });
}

function rankWithinKind({ kind, reason, dueMs = withoutDeadline }: Ranked): number {
  if (kind === "run_question") return Math.min(Math.max(0, Math.floor(dueMs)), withoutDeadline);
  return failures.has(kind) ? hash32(commonPart(reason)) : 0;
}

/** The ranks of a kind: from `first`, below `end`. */
export function ranksOf(kind: InboxKind): { first: number; end: number } {
  const first = subjects[kind].order * ranksPerKind;
  return { first, end: first + ranksPerKind };
}

/** Failures with the same text have the same reason. Null for other items. */
export function groupOf({ kind, reason }: Ranked): string | null {
  return failures.has(kind) ? `${kind} ${hash32(commonPart(reason))}` : null;
}

/** What failures with the same reason have in common: numbers, ids, addresses and quoted names differ. */
function commonPart(reason: string): string {
  const [firstLine = ""] = reason.trim().split("\n");
  return firstLine
    .toLowerCase()
    .replaceAll(/["'`“”‘’][^"'`“”‘’]{1,100}["'`“”‘’]/g, "x")
    .replaceAll(/\S*[/\\]\S*/g, "x")
    .replaceAll(/\S*\d\S*/g, "x")
    .replaceAll(/\s+/g, " ");
}
