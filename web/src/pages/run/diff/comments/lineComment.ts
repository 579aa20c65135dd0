// A comment on lines of a diff, which waits to be sent, and the message that brings all of them to the agent.
import type { DiffLine, LinePosition } from "../parse/diffModel";
import { positionOf, positionText } from "./linePosition";

export interface LineComment {
  id: string;
  /** The diff in which it was written: a sandbox's, or that of all steps. */
  diff: string;
  path: string;
  first: LinePosition;
  last: LinePosition;
  /** The lines as the diff has them, with their signs. */
  code: string;
  text: string;
}

export type QuotedLines = Pick<LineComment, "path" | "first" | "last" | "code">;

/** The lines that a comment quotes. The agent can read the others in the file. */
const maxQuoted = 40;
const maxQuotedLength = 400;
const signs = { same: " ", added: "+", removed: "-" } as const;

/** Null when there are no lines. */
export function quoteLines(path: string, lines: readonly DiffLine[]): QuotedLines | null {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return null;
  const quoted = lines.map(({ kind, text }) => `${signs[kind]}${text.slice(0, maxQuotedLength)}`);
  const half = maxQuoted / 2;
  const shown =
    quoted.length <= maxQuoted ? quoted : [...quoted.slice(0, half), "…", ...quoted.slice(quoted.length - half)];
  return { path, first: positionOf(first), last: positionOf(last), code: shown.join("\n") };
}

/** The most that the service takes. */
export const maxMessageLength = 100_000;

export function commentsMessage(comments: readonly LineComment[]): string {
  const parts = comments.map(({ path, first, last, code, text }) => {
    return `${quotedPath(path)}, ${positionText(first, last)}:\n\n${fencedDiff(code)}\n\n${text.trim()}`;
  });
  const count = comments.length === 1 ? "a comment" : `${comments.length} comments`;
  return [`I have ${count} on your changes.`, ...parts].join("\n\n");
}

/** The most that the service takes as one item of feedback. */
const maxFeedbackLength = 20_000;

/**
 * The comment as an item of feedback on a run that is over. A removed line has no place in the file any more, so only
 * the text says where it was. Lines are not quoted where the text would be too long with them.
 */
export function commentFeedback({ path, first, last, code, text }: LineComment) {
  const words = text.trim();
  const about = `${words}\n\nThis is about ${positionText(first, last)}`;
  const whole = `${about}:\n\n${fencedDiff(code)}`;
  const fits = [whole, `${about}.`].find((each) => each.length <= maxFeedbackLength) ?? words;
  return { path, text: fits, ...(last.side === "new" ? { line: last.line } : {}) };
}

function fencedDiff(code: string): string {
  const fence = "`".repeat(Math.max(3, longestFence(code) + 1));
  return `${fence}diff\n${code}\n${fence}`;
}

/** A name with a line break would look like another line of the message. */
function quotedPath(path: string): string {
  return /[\p{Cc}`]/u.test(path) ? JSON.stringify(path) : `\`${path}\``;
}

function longestFence(code: string): number {
  return Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
}
