// The reader of Markdown for texts that nobody has checked: how deep it nests and how long it works are bounded. What
// goes beyond the bounds stays as plain text. This file is pure.
import { Lexer, Tokenizer } from "marked";
import type { Token, Tokens, TokensList } from "marked";

/** No person nests deeper, and each level is several calls of the reader and of whatever shows the result. */
const maxDepth = 20;
/** The rules for emphasis and addresses look at the rest of the text again and again, so they get a part at a time. */
const partLength = 2_000;
/** A part with more signs than a person would write is read in shorter ones. */
const maxSigns = 200;
const signedPartLength = 400;
/** A short row is filled up to the width of its table, so few characters can make many cells. */
const maxCells = 4_000;

class BoundedTokenizer extends Tokenizer {
  override table(text: string): Tokens.Table | undefined {
    const [whole, head = "", , rows = ""] = this.rules.block.table.exec(text) ?? [];
    if (whole === undefined) return undefined;
    if (countSign("|", head) * (countSign("\n", rows) + 1) > maxCells) return undefined;
    return super.table(text);
  }
}

class BoundedLexer extends Lexer {
  private depth = 0;

  override blockTokens(text: string, tokens?: Token[], isLastParagraphClipped?: boolean): Token[];
  override blockTokens(text: string, tokens?: TokensList, isLastParagraphClipped?: boolean): TokensList;
  override blockTokens(text: string, tokens: Token[] = [], isLastParagraphClipped?: boolean): Token[] {
    return this.deeper(text, tokens, () => super.blockTokens(text, tokens, isLastParagraphClipped));
  }

  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    return this.deeper(text, tokens, () => {
      for (const part of splitText(text, partLength)) {
        for (const each of hasManySigns(part) ? splitText(part, signedPartLength) : [part]) {
          super.inlineTokens(each, tokens);
        }
      }
      return tokens;
    });
  }

  private deeper(text: string, tokens: Token[], read: () => Token[]): Token[] {
    if (this.depth >= maxDepth) {
      if (text !== "") tokens.push({ type: "text", raw: text, text, escaped: false });
      return tokens;
    }
    this.depth++;
    try {
      return read();
    } finally {
      this.depth--;
    }
  }
}

export function lexMarkdown(text: string): Token[] {
  return new BoundedLexer({ gfm: true, tokenizer: new BoundedTokenizer() }).lex(text);
}

function hasManySigns(text: string): boolean {
  return (text.match(/[*_~[<`]/g)?.length ?? 0) > maxSigns;
}

/** Cut between words where there are any. */
function splitText(text: string, length: number): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const until = text.length - from <= length ? text.length : cutBetweenWords(text, from, length);
    parts.push(text.slice(from, until));
    from = until;
  }
  return parts;
}

function cutBetweenWords(text: string, from: number, length: number): number {
  const part = text.slice(from, from + length);
  const cut = Math.max(part.lastIndexOf("\n"), part.lastIndexOf(" ")) + 1;
  if (cut > length / 2) return from + cut;
  // The two halves of a character stay together.
  return from + (/[\uD800-\uDBFF]$/.test(part) ? length - 1 : length);
}

function countSign(sign: string, text: string): number {
  return text.split(sign).length - 1;
}
