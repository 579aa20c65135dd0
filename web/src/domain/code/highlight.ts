// Finds keywords, texts and comments in code, by highlight.js.
import core from "highlight.js/lib/core";
import { loadGrammar } from "./languages";
import type { Language } from "./languages";
import type { Piece } from "./pieces";
import { SpanEmitter, linesOf } from "./spans";
import type { CodeLine } from "./spans";

const highlighter = core.newInstance();
highlighter.configure({ __emitter: SpanEmitter });

/** A grammar that looks far ahead takes long over long lines, which nobody reads in colours. */
const maxLineLength = 1_000;

export async function makeReady(language: Language): Promise<void> {
  if (highlighter.getLanguage(language) !== undefined) return;
  const { default: grammar } = await loadGrammar(language);
  highlighter.registerLanguage(language, grammar);
}

/** The lines of the piece. They are plain while the grammar is not ready, or where a line is very long. */
export function highlighted({ lines, language, beginsInComment }: Piece): CodeLine[] {
  const isReady = highlighter.getLanguage(language) !== undefined;
  if (!isReady || lines.some(({ length }) => length > maxLineLength)) return lines.map(plainLine);
  const code = [...(beginsInComment ? ["/*"] : []), ...lines].join("\n");
  const { _emitter: emitter, errorRaised } = highlighter.highlight(code, { language, ignoreIllegals: true });
  if (errorRaised !== undefined || !(emitter instanceof SpanEmitter)) return lines.map(plainLine);
  return linesOf(emitter.spans).slice(Number(beginsInComment));
}

export function plainLine(text: string): CodeLine {
  return text === "" ? [] : [{ text, scope: null }];
}
