// Markdown as blocks that stay the same objects while the text grows: only its end is parsed again. This file is pure.
import type { Token } from "marked";
import { blocksOf } from "./boundedLexer";

export interface Parsed {
  text: string;
  blocks: readonly Token[];
}

export const nothingParsed: Parsed = { text: "", blocks: [] };

export function parsed(text: string, former: Parsed): Parsed {
  if (text === former.text) return former;
  const kept = text.startsWith(former.text) ? settled(former.blocks) : [];
  const length = kept.reduce((sum, { raw }) => sum + raw.length, 0);
  // The reader changes some characters when it reads (such as line ends). Then nothing can be kept.
  const isAligned = text.startsWith(kept.map(({ raw }) => raw).join(""));
  if (!isAligned) return { text, blocks: blocksOf(text) };
  return { text, blocks: [...kept, ...blocksOf(text.slice(length))] };
}

/** More text can change the last block, and after an empty line still the list before it. */
function settled(blocks: readonly Token[]): readonly Token[] {
  const last = blocks.at(-1)?.type === "space" ? 2 : 1;
  return blocks.slice(0, Math.max(0, blocks.length - last));
}
