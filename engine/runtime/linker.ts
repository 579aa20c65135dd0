// Evaluates modules in one context. Each is evaluated at most once, and only when something imports it.
import type { Context } from "node:vm";
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import type { Replacements } from "./package/replacements";
import type { Scripts } from "./scripts";

export type ModuleExports = Record<string, unknown>;

interface LinkedModule {
  path: string;
  /** The path of each module that this one imports, by specifier. */
  imports: Map<string, string>;
  exports: ModuleExports;
  isEvaluating: boolean;
  failure: { error: unknown } | null;
}

/** The function that the script of a module evaluates to (see scripts.ts). */
type ModuleBody = (
  exports: ModuleExports,
  require: (specifier: string) => ModuleExports,
  module: LinkedModule,
  replacements: Replacements,
) => void;

export interface ImportListener {
  /** Wraps the evaluation of module code, during which the import rules apply. */
  evaluate(body: () => void): void;
  /** Called for an `import()` expression before anything is loaded. Throws where such imports are not allowed. */
  beforeDynamicImport(): void;
  /** What the modules of the convex package use instead of some of their functions. */
  readonly replacements: Replacements;
}

export class Linker {
  readonly #scripts: Scripts;
  readonly #context: Context;
  readonly #listener: ImportListener;
  readonly #modules = new Map<string, LinkedModule>();

  constructor(scripts: Scripts, context: Context, listener: ImportListener) {
    this.#scripts = scripts;
    this.#context = context;
    this.#listener = listener;
  }

  /** Returns the exports of the module. Throws what its evaluation threw, also at later calls. */
  load(path: string): ModuleExports {
    const module = this.#modules.get(path) ?? this.#evaluate(path);
    if (module.failure) throw module.failure.error;
    return module.exports;
  }

  #evaluate(path: string): LinkedModule {
    const module: LinkedModule = { path, imports: new Map(), exports: {}, isEvaluating: true, failure: null };
    const body = this.#scripts.script(path).runInContext(this.#context) as ModuleBody;
    this.#modules.set(path, module);
    try {
      const require = (specifier: string): ModuleExports => this.#require(module, specifier);
      this.#listener.evaluate(() => body(module.exports, require, module, this.#listener.replacements));
    } catch (error) {
      module.failure = { error };
    }
    module.isEvaluating = false;
    return module;
  }

  /** Static imports are at the top of the compiled body. So a call after the evaluation comes from an `import()`. */
  #require(from: LinkedModule, specifier: string): ModuleExports {
    if (!from.isEvaluating) this.#listener.beforeDynamicImport();
    return this.load(from.imports.get(specifier) ?? this.#resolve(from, specifier));
  }

  #resolve(from: LinkedModule, specifier: string): string {
    const path = posix.join(posix.dirname(from.path), specifier);
    if (/^\.\.?\//.test(specifier) && this.#scripts.has(path)) {
      from.imports.set(specifier, path);
      return path;
    }
    if (isBuiltin(specifier))
      throw new Error(`${from.path} imports "${specifier}", which only Node.js has. ${NO_NODE}`);
    throw new Error(`${from.path} imports "${specifier}", which was not pushed.`);
  }
}

const NO_NODE = `This deployment runs functions of Convex's default runtime only.`;
