// The scripts of one program. Each script is compiled at its first use and kept, so evaluating it in another context
// needs no second compilation.
import { SourceMap, type SourceMapPayload } from "node:module";
import { Script } from "node:vm";
import type { CompiledModule } from "./contract";
import { replacing } from "./package/recognition";

const SCHEME = "convex:/";
/**
 * Modules run in strict mode, as everywhere; esbuild has turned them into scripts. `engine` names the replacements of
 * functions of the convex package, for modules that have such functions.
 */
const wrapperWith = (engine: string) =>
  `(function (exports, require, module${engine === "" ? "" : `, ${engine}`}) {"use strict";`;

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

  /**
   * Returns a script that evaluates to the function of the module, whose parameters its wrapper names. Throws if the
   * module does not exist.
   */
  script(path: string): Script {
    const known = this.#scripts.get(path);
    if (known) return known;
    const module = this.#modules.get(path);
    if (!module) throw new Error(`There is no module ${path}.`);
    const script = scriptOf(module);
    this.#scripts.set(path, script);
    return script;
  }

  /** Returns the frames of `stack` that are in modules of this program, with places in the developer's files. */
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

  /** Source maps are large and only errors need them, so a map is parsed when the first error asks for it. */
  #map(path: string): SourceMap | null {
    const known = this.#maps.get(path);
    if (known !== undefined) return known;
    const text = this.#modules.get(path)?.map ?? null;
    const map = text === null ? null : new SourceMap(JSON.parse(text) as SourceMapPayload);
    this.#maps.set(path, map);
    return map;
  }
}

/**
 * A line such as `    at async handler (convex:/messages.js:3:9)`. For an anonymous function it has neither name nor
 * parentheses.
 */
const FRAME = /^ {4}at (?:(.+) \()?convex:\/([^()]+):(\d+):(\d+)\)?$/;

function scriptOf(module: CompiledModule): Script {
  const engine = unusedName(module.code);
  const replaced = replacing(module.code, engine);
  if (replaced === "") return compileScript(module, "", "");
  try {
    return compileScript(module, engine, replaced);
  } catch (error) {
    const plain = compileScript(module, "", "");
    console.error(`The convex package in ${module.path} runs as it was pushed, without the engine's own parts:`, error);
    return plain;
  }
}

function compileScript({ path, code }: CompiledModule, engine: string, replaced: string): Script {
  const wrapper = wrapperWith(engine);
  return new Script(`${wrapper}${code}\n${replaced}})`, { filename: SCHEME + path, columnOffset: -wrapper.length });
}

/** Whatever the module names, it cannot name the replacements. */
function unusedName(code: string): string {
  let name = "$engine";
  while (code.includes(name)) name += "_";
  return name;
}
