// The scripts of one program. Each is compiled at its first use and kept: evaluating it in another context costs no
// second compilation.
import { SourceMap, type SourceMapPayload } from "node:module";
import { Script } from "node:vm";
import type { CompiledModule } from "./contract";

const SCHEME = "convex:/";
const WRAPPER = "(function (exports, require, module) {";

export class Scripts {
  readonly #modules: Map<string, CompiledModule>;
  readonly #scripts = new Map<string, Script>();
  readonly #maps = new Map<string, SourceMap | null>();

  constructor(modules: CompiledModule[]) {
    this.#modules = new Map(modules.map((module) => [module.path, module]));
  }

  has(path: string): boolean {
    return this.#modules.has(path);
  }

  /** Evaluates to the function `(exports, require, module)` of a module that exists. */
  script(path: string): Script {
    const known = this.#scripts.get(path);
    if (known) return known;
    const module = this.#modules.get(path);
    if (!module) throw new Error(`There is no module ${path}.`);
    const script = new Script(`${WRAPPER}${module.code}\n})`, {
      filename: SCHEME + path,
      columnOffset: -WRAPPER.length,
    });
    this.#scripts.set(path, script);
    return script;
  }

  /** The frames of `stack` that lie in modules of this program, at the places the developer knows. */
  frames(stack: string): string[] {
    const frames: string[] = [];
    for (const line of stack.split("\n")) {
      const match = FRAME.exec(line);
      if (!match) continue;
      const [, callee, path, lineNumber, column] = match;
      const place = this.#place(path ?? "", Number(lineNumber), Number(column));
      frames.push(callee === undefined ? `    at ${place}` : `    at ${callee} (${place})`);
    }
    return frames;
  }

  #place(path: string, line: number, column: number): string {
    const entry = this.#map(path)?.findEntry(line - 1, column - 1);
    if (!entry || !("originalSource" in entry)) return `${path}:${line}:${column}`;
    return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  }

  /** Maps are large and wanted for errors only, so they are parsed when the first one asks. */
  #map(path: string): SourceMap | null {
    const known = this.#maps.get(path);
    if (known !== undefined) return known;
    const text = this.#modules.get(path)?.map ?? null;
    const map = text === null ? null : new SourceMap(JSON.parse(text) as SourceMapPayload);
    this.#maps.set(path, map);
    return map;
  }
}

/** `    at async handler (convex:/messages.js:3:9)`; an anonymous function has neither name nor parentheses. */
const FRAME = /^ {4}at (?:(.+) \()?convex:\/([^()]+):(\d+):(\d+)\)?$/;
