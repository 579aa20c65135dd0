// What the highlighter finds, as ranges of lines. It never makes HTML: this collects its findings in place of markup.
import type { Emitter } from "highlight.js";

/** A part of a line, and what it is, such as `keyword`. */
export interface Span {
  text: string;
  scope: string | null;
}

export type CodeLine = readonly Span[];

/** What highlight.js asks of whatever collects its findings. It calls a scope a node, too. */
export class SpanEmitter implements Emitter {
  readonly spans: Span[] = [];
  private readonly scopes: string[] = [];

  addText(text: string): void {
    const scope = this.scopes.at(-1) ?? null;
    const last = this.spans.at(-1);
    if (last !== undefined && last.scope === scope) last.text += text;
    else if (text !== "") this.spans.push({ text, scope });
  }

  startScope(name: string): void {
    this.scopes.push(name);
  }

  openNode(name: string): void {
    this.startScope(name);
  }

  endScope(): void {
    this.scopes.pop();
  }

  closeNode(): void {
    this.endScope();
  }

  /** Code in another language, such as a script in a page. */
  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof SpanEmitter) for (const { text, scope } of emitter.spans) this.push(text, scope);
  }

  finalize(): void {
    this.scopes.length = 0;
  }

  toHTML(): string {
    return "";
  }

  private push(text: string, scope: string | null): void {
    this.spans.push({ text, scope: scope ?? this.scopes.at(-1) ?? null });
  }
}

export function plainLine(text: string): CodeLine {
  return text === "" ? [] : [{ text, scope: null }];
}

export function spansToLines(spans: readonly Span[]): CodeLine[] {
  const lines: Span[][] = [[]];
  for (const { text, scope } of spans) {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ text: part, scope });
    }
  }
  return lines;
}
