// Finds keywords, texts and comments in code, by highlight.js. It and its grammars are loaded when code is shown whose
// language is known; until then, and if that fails, the code is plain.
import type { HLJSApi } from "highlight.js";
import { loadGrammar } from "./languages";
import type { Language } from "./languages";
import type { CodeChunk } from "./codeChunks";
import { SpanEmitter, spansToLines, plainLine } from "./codeSpans";
import type { CodeLine } from "./codeSpans";

/** A grammar that looks far ahead takes long over long lines, which nobody reads in colours. */
const maxLineLength = 1_000;

export class Highlighter {
  private core: HLJSApi | null = null;

  async makeReady(language: Language): Promise<void> {
    this.core ??= await loadCore();
    if (this.core.getLanguage(language) !== undefined) return;
    const { default: grammar } = await loadGrammar(language);
    this.core.registerLanguage(language, grammar);
  }

  linesOf({ lines, language, beginsInComment }: CodeChunk): CodeLine[] {
    const { core } = this;
    const isReady = core?.getLanguage(language) !== undefined;
    if (core === null || !isReady || lines.some(({ length }) => length > maxLineLength)) return lines.map(plainLine);
    const code = [...(beginsInComment ? ["/*"] : []), ...lines].join("\n");
    const { _emitter: emitter, errorRaised } = core.highlight(code, { language, ignoreIllegals: true });
    if (errorRaised !== undefined || !(emitter instanceof SpanEmitter)) return lines.map(plainLine);
    return spansToLines(emitter.spans).slice(Number(beginsInComment));
  }
}

async function loadCore(): Promise<HLJSApi> {
  const { default: core } = await import("highlight.js/lib/core");
  const own = core.newInstance();
  own.configure({ __emitter: SpanEmitter });
  return own;
}
