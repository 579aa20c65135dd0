// A text of any length: a part of it at once, and the rest piece by piece as somebody asks for it. Each piece is short
// enough to be shown quickly.
import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../parts/Button";
import { ContentBoundary } from "../../parts/ContentBoundary";
import { clipText, nextHiddenPart } from "./clipText";

interface Props {
  text: string;
  /** Which part of a long text is shown first. */
  part?: "beginning" | "end";
  /** How a piece is shown. */
  children: (piece: string) => ReactNode;
}

export function LongText({ text, part = "beginning", children }: Props) {
  const [presses, setPresses] = useState(0);
  const { pieces, hidden } = shownPieces(text, part, presses);
  const more = hidden !== "" && (
    <Button look="bare" onClick={() => setPresses(presses + 1)}>
      Show {nextHiddenPart(hidden, part).length.toLocaleString()} more of {hidden.length.toLocaleString()} hidden
      characters
    </Button>
  );
  const shown = pieces.map((piece, index) => (
    // The first piece keeps its place while more are added at either side, so that it is not read again.
    <ContentBoundary key={index} what="text" text={piece}>
      {children(piece)}
    </ContentBoundary>
  ));
  return (
    <>
      {part === "end" && more}
      {part === "end" ? shown.toReversed() : shown}
      {part === "beginning" && more}
    </>
  );
}

/** The first piece, those that were asked for, and what is left. */
function shownPieces(text: string, part: "beginning" | "end", asked: number): { pieces: string[]; hidden: string } {
  const rest = (length: number) => (part === "end" ? text.slice(0, text.length - length) : text.slice(length));
  const { shown } = clipText(text, part);
  const pieces = [shown];
  let length = shown.length;
  for (let more = 0; more < asked && length < text.length; more++) {
    const piece = nextHiddenPart(rest(length), part);
    pieces.push(piece);
    length += piece.length;
  }
  return { pieces, hidden: rest(length) };
}
