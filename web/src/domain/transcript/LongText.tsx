// A text of any length: a part of it at once, and the rest piece by piece as somebody asks for it. Each piece is short
// enough to be shown quickly.
import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../parts/Button";
import { Contained } from "../../parts/Contained";
import { clipped, nextPiece } from "./clipped";

interface Props {
  text: string;
  /** Which part of a long text is shown first. */
  part?: "beginning" | "end";
  /** How a piece is shown. */
  children: (piece: string) => ReactNode;
}

export function LongText({ text, part = "beginning", children }: Props) {
  const [asked, setAsked] = useState(0);
  const { pieces, hidden } = piecesOf(text, part, asked);
  const more = hidden !== "" && (
    <Button look="bare" onClick={() => setAsked(asked + 1)}>
      Show {nextPiece(hidden, part).length.toLocaleString()} more of {hidden.length.toLocaleString()} hidden characters
    </Button>
  );
  const shown = pieces.map((piece, place) => (
    // The first piece keeps its place while more are added at either side, so that it is not read again.
    <Contained key={place} what="text" text={piece}>
      {children(piece)}
    </Contained>
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
function piecesOf(text: string, part: "beginning" | "end", asked: number): { pieces: string[]; hidden: string } {
  const rest = (length: number) => (part === "end" ? text.slice(0, text.length - length) : text.slice(length));
  const { shown } = clipped(text, part);
  const pieces = [shown];
  let length = shown.length;
  for (let more = 0; more < asked && length < text.length; more++) {
    const piece = nextPiece(rest(length), part);
    pieces.push(piece);
    length += piece.length;
  }
  return { pieces, hidden: rest(length) };
}
