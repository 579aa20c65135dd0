// A line of code in colours, with some of its characters marked.
import { memo } from "react";
import type { CodeLine, Span } from "./codeSpans";
import { showInvisible } from "./showInvisible";
import style from "./HighlightedLine.module.css";

interface Props {
  line: CodeLine;
  /** From the first character to behind the last of each. */
  marks?: readonly (readonly [from: number, to: number])[];
}

/** A longer line would block the page while it is laid out. */
const maxShown = 2_000;

export const HighlightedLine = memo(function Code({ line, marks = [] }: Props) {
  const { parts, hidden } = cutToLength(line);
  return (
    <>
      {(marks.length === 0 ? parts : splitAtMarks(parts, marks)).map(({ text, scope, isMarked = false }, index) => {
        const colour = scope === null ? undefined : style[colourOfScope(scope)];
        if (colour === undefined && !isMarked) return showInvisible(text);
        return (
          // The parts of a line have no names, and the line is drawn again when one changes.
          // eslint-disable-next-line react/no-array-index-key
          <span key={index} className={colour} data-marked={isMarked || undefined}>
            {showInvisible(text)}
          </span>
        );
      })}
      {hidden > 0 && <span className={style.cut}>… {hidden} more characters</span>}
    </>
  );
});

interface Part extends Span {
  isMarked?: boolean;
}

function cutToLength(line: CodeLine): { parts: readonly Part[]; hidden: number } {
  const length = line.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= maxShown) return { parts: line, hidden: 0 };
  let left = maxShown;
  const parts: Part[] = [];
  for (const { text, scope } of line) {
    if (left > 0) parts.push({ text: text.slice(0, left), scope });
    left -= text.length;
  }
  return { parts, hidden: length - maxShown };
}

function splitAtMarks(parts: readonly Part[], marks: NonNullable<Props["marks"]>): Part[] {
  const edges = marks.flat();
  const cut: Part[] = [];
  let at = 0;
  for (const { text, scope } of parts) {
    const end = at + text.length;
    const stops = [...edges.filter((edge) => edge > at && edge < end), end];
    for (const stop of stops) {
      const from = at;
      const isMarked = marks.some(([start, behind]) => start <= from && from < behind);
      cut.push({ text: text.slice(text.length - (end - from), text.length - (end - stop)), scope, isMarked });
      at = stop;
    }
  }
  return cut;
}

/** The few colours that there are. Scopes have parts, such as `title.function`. */
function colourOfScope(scope: string): string {
  switch (scope.split(".", 1)[0]) {
    case "keyword":
    case "built_in":
    case "selector-tag":
    case "meta":
    case "name":
    case "tag":
      return "keyword";
    case "string":
    case "regexp":
    case "char":
    case "addition":
      return "text";
    case "comment":
    case "doctag":
    case "quote":
      return "comment";
    case "number":
    case "literal":
    case "symbol":
    case "bullet":
      return "value";
    case "title":
    case "type":
    case "section":
    case "attr":
    case "attribute":
    case "selector-class":
    case "selector-id":
      return "title";
    default:
      return "plain";
  }
}
