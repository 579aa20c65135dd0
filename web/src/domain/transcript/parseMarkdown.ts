// Markdown as blocks that stay the same objects while the text grows: only its end is parsed again. This file is pure.
import type { Token } from "marked";
import { lexMarkdown } from "./boundedLexer";

export interface ParsedMarkdown {
  text: string;
  blocks: readonly Token[];
}

export const emptyMarkdown: ParsedMarkdown = { text: "", blocks: [] };

export function parseMarkdown(text: string, former: ParsedMarkdown): ParsedMarkdown {
  if (text === former.text) return former;
  const unchanged = text.startsWith(former.text) ? unchangingBlocks(former.blocks) : [];
  const length = unchanged.reduce((sum, { raw }) => sum + raw.length, 0);
  // The reader changes some characters when it reads (such as line ends). Then nothing can be kept.
  const isAligned = text.startsWith(unchanged.map(({ raw }) => raw).join(""));
  if (!isAligned) return { text, blocks: lexMarkdown(text) };
  return { text, blocks: [...unchanged, ...lexMarkdown(text.slice(length))] };
}

/** More text can change the last block, and after an empty line still the list before it. */
function unchangingBlocks(blocks: readonly Token[]): readonly Token[] {
  const last = blocks.at(-1)?.type === "space" ? 2 : 1;
  return blocks.slice(0, Math.max(0, blocks.length - last));
}
