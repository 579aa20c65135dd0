// The lines of a file, of which only those in sight are there. Pressing a number puts the line into the address, and
// so do the arrow keys.
import { useEffect, useRef } from "react";
import { Virtualizer } from "virtua";
import type { VirtualizerHandle } from "virtua";
import { HighlightedLine } from "../../../domain/code/HighlightedLine";
import { useHighlighted } from "../../../domain/code/highlightQueue";
import { useCommands } from "../../../shortcuts/commands";
import { plainLine } from "../../../domain/code/codeSpans";
import type { ChunkLine } from "../../../domain/code/codeChunks";
import { ContentBoundary } from "../../../parts/ContentBoundary";
import { useFillHeight } from "../diff/useFillHeight";
import type { LineRange } from "./lineRange";
import style from "./Files.module.css";

interface Props {
  lines: readonly string[];
  code: readonly ChunkLine[];
  chosen: LineRange | null;
  onChoose: (lines: LineRange) => void;
}

export function FileLines({ lines, code, chosen, onChoose }: Props) {
  const container = useFillHeight();
  const list = useRef<VirtualizerHandle>(null);
  const first = useRef(chosen);
  useEffect(() => {
    const line = first.current?.first;
    if (line !== undefined) list.current?.scrollToIndex(line - 1, { align: "center" });
  }, []);

  function move(step: 1 | -1, isExtending: boolean): void {
    const from = chosen === null ? 0 : step === 1 ? chosen.last : chosen.first;
    const next = from + step;
    if (next < 1 || next > lines.length) return;
    onChoose(isExtending && chosen !== null ? extendRange(chosen, next) : { first: next, last: next });
    list.current?.scrollToIndex(next - 1, { align: "nearest" });
  }

  const group = "File";
  useCommands([
    { title: "Next line", keys: "ArrowDown", group, repeats: true, run: () => move(1, false) },
    { title: "Previous line", keys: "ArrowUp", group, repeats: true, run: () => move(-1, false) },
    { title: "Extend the selection down", keys: "shift+ArrowDown", group, repeats: true, run: () => move(1, true) },
    { title: "Extend the selection up", keys: "shift+ArrowUp", group, repeats: true, run: () => move(-1, true) },
  ]);

  return (
    <div ref={container} className={style.content} tabIndex={0} role="region" aria-label="Content">
      <Virtualizer ref={list} data={lines} itemSize={21} scrollRef={container}>
        {(text, at) => (
          <ContentBoundary key={at} what="line" text={text}>
            <FileLine
              text={text}
              number={at + 1}
              code={code[at] ?? null}
              isChosen={chosen !== null && chosen.first <= at + 1 && at + 1 <= chosen.last}
              onPress={(withShift) =>
                onChoose(withShift && chosen !== null ? extendRange(chosen, at + 1) : { first: at + 1, last: at + 1 })
              }
            />
          </ContentBoundary>
        )}
      </Virtualizer>
    </div>
  );
}

function extendRange({ first, last }: LineRange, line: number): LineRange {
  return { first: Math.min(first, line), last: Math.max(line < first ? last : first, line) };
}

interface LineProps {
  text: string;
  number: number;
  code: ChunkLine | null;
  isChosen: boolean;
  onPress: (withShift: boolean) => void;
}

function FileLine({ text, number, code, isChosen, onPress }: LineProps) {
  const coloured = useHighlighted(code);
  return (
    <div className={style.line} data-chosen={isChosen || undefined}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Link to line ${number}`}
        onClick={(event) => onPress(event.shiftKey)}
      >
        {number}
      </button>
      <code dir="ltr">
        <HighlightedLine line={coloured ?? plainLine(text)} />
      </code>
    </div>
  );
}
