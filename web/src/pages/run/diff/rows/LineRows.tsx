// The lines of a diff: one below the other, or old and new side by side.
import { memo } from "react";
import { HighlightedLine } from "../../../../domain/code/HighlightedLine";
import { useHighlighted } from "../../../../domain/code/highlightQueue";
import { plainLine } from "../../../../domain/code/codeSpans";
import type { HunkView } from "./fileViews";
import { useGutter } from "./gutter";
import type { Side } from "./lineSelection";
import style from "./LineRows.module.css";

interface LineProps {
  hunk: HunkView;
  at: number;
  isChosen: boolean;
}

export const UnifiedLine = memo(function Line({ hunk, at, isChosen }: LineProps) {
  const line = hunk.hunk.lines[at];
  if (line === undefined) return null;
  const { kind, oldNumber, newNumber } = line;
  return (
    <div className={style.line} data-kind={kind} data-chosen={isChosen || undefined}>
      <Gutter hunk={hunk} at={at} side="both" old={oldNumber} young={newNumber} />
      <LineCode hunk={hunk} at={at} />
    </div>
  );
});

interface PairProps {
  hunk: HunkView;
  old: number | null;
  young: number | null;
  chosen: Side | null;
}

export const SplitLine = memo(function Pair({ hunk, old, young, chosen }: PairProps) {
  return (
    <div className={style.pair}>
      <Half hunk={hunk} at={old} side="old" isChosen={chosen === "old" || chosen === "both"} />
      <Half hunk={hunk} at={young} side="new" isChosen={chosen === "new" || chosen === "both"} />
    </div>
  );
});

interface HalfProps {
  hunk: HunkView;
  at: number | null;
  side: "old" | "new";
  isChosen: boolean;
}

function Half({ hunk, at, side, isChosen }: HalfProps) {
  const line = at === null ? undefined : hunk.hunk.lines[at];
  if (at === null || line === undefined) return <div className={style.nothing} />;
  return (
    <div className={style.half} data-kind={line.kind} data-chosen={isChosen || undefined}>
      <Gutter hunk={hunk} at={at} side={side} young={side === "old" ? line.oldNumber : line.newNumber} />
      <LineCode hunk={hunk} at={at} />
    </div>
  );
}

interface GutterProps {
  hunk: HunkView;
  at: number;
  side: Side;
  old?: number | null;
  young?: number | null;
}

/** The numbers of a line. Pressing them writes a comment; pulling over several takes all of them. */
function Gutter({ hunk, at, side, old = null, young = null }: GutterProps) {
  const gutter = useGutter();
  // Styles draw the numbers, so that nobody copies them with the code and they are not a second name of the button.
  const numbers = { "data-old": old ?? "", "data-new": young ?? "" };
  if (gutter === null) return <div className={style.gutter} {...numbers} />;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={style.gutter}
      {...numbers}
      aria-label={`Comment on line ${young ?? old ?? ""}`}
      onMouseDown={(event) => {
        event.preventDefault();
        gutter.begin({ hunk, at, side }, event.shiftKey);
      }}
      onMouseEnter={(event) => {
        if (event.buttons === 1) gutter.extend({ hunk, at, side });
      }}
      onMouseUp={() => gutter.end()}
      onClick={(event) => {
        // Assistive technology presses without a mouse.
        if (event.detail > 0) return;
        gutter.begin({ hunk, at, side }, false);
        gutter.end();
      }}
    />
  );
}

function LineCode({ hunk, at }: { hunk: HunkView; at: number }) {
  const line = hunk.hunk.lines[at];
  const coloured = useHighlighted(hunk.codeAt(at));
  if (line === undefined) return null;
  return (
    <code className={style.code} dir="ltr">
      <HighlightedLine line={coloured ?? plainLine(line.text)} marks={hunk.marksAt(at)} />
      {line.endsWithoutBreak && (
        <span className={style.unbroken} title="No line break at the end of the file">
          {" "}
          ⊘
        </span>
      )}
    </code>
  );
}
