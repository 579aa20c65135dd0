// Makes pushed modules ready to run. A context evaluates scripts, not ES modules (Node needs a flag for those). So each
// module becomes the body of a function `(exports, require, module)`. Its imports become calls of the linker, and its
// exports become getters. This keeps live bindings, import cycles and the laziness of `import()`.
import type { Message, TransformFailure } from "esbuild";
import { type CompiledModule, FunctionError, type ModuleSource } from "./contract";
import { restoreNamesByProperty } from "./functionNames";

/** Throws a FunctionError that names the module and the place when a module cannot run here. */
export async function compileModules(modules: ModuleSource[]): Promise<CompiledModule[]> {
  return await restoreNamesByProperty(await Promise.all(modules.map(compileModule)));
}

async function compileModule(module: ModuleSource): Promise<CompiledModule> {
  if (module.environment === "node") {
    throw new FunctionError(
      "UseNodeNotSupported",
      `${module.path} declares "use node", but this deployment runs functions of Convex's default runtime only.`,
    );
  }
  // Only a push needs esbuild. A start without one would lose time by loading it.
  const { transform } = await import("esbuild");
  try {
    const { code, map } = await transform(withSourceMap(module), {
      format: "cjs",
      platform: "neutral",
      target: "node24",
      supported: { "dynamic-import": false },
      ...(ofTheWrapper.test(module.source) ? { define: globals } : {}),
      sourcemap: "external",
      sourcesContent: false,
      sourcefile: module.path,
      logLevel: "silent",
    });
    return { path: module.path, code: shareExports(code), map: module.sourceMap === null ? null : map };
  } catch (error) {
    throw compileFailure(module.path, error);
  }
}

/**
 * The function that wraps the module has parameters with these names. The module must not see them, because these names
 * do not exist on Convex. For modules that have none of them esbuild takes half of the time without definitions.
 */
const globals = { require: "globalThis.require", module: "globalThis.module", exports: "globalThis.exports" };
/** Letters of an identifier may also be written with a backslash. */
const ofTheWrapper = /\b(?:require|module|exports)\b|\\u/;

/**
 * esbuild copies the exports of a module once more for code that requires it, and again for every `import()`. The
 * object in which esbuild collects the exports can be shared instead. It is the same object each time, as the standard
 * demands, and no use of an import has to call a getter that calls another getter. The replacement does not change
 * positions that come later in the line, because the source map refers to them.
 */
function shareExports(code: string): string {
  return code
    .replace(
      /^module\.exports = __toCommonJS\((\w+)\);$/m,
      'module.exports = __defProp($1, "__esModule", { value: true });',
    )
    .replaceAll(/\.then\(\(\) => __toESM\(require\(("[^"\n]+")\)\)\)/g, (text, path: string) =>
      `.then(() => require(${path}))`.padEnd(text.length),
    );
}

/** esbuild reads the source map that it finds inline, so the map that it writes leads to the developer's file. */
function withSourceMap({ source, sourceMap }: ModuleSource): string {
  if (sourceMap === null) return source;
  const encoded = Buffer.from(sourceMap).toString("base64");
  return `${source}\n//# sourceMappingURL=data:application/json;base64,${encoded}`;
}

function compileFailure(path: string, error: unknown): FunctionError {
  const message = firstMessage(error);
  const text = message?.text ?? String(error);
  const cause = text.startsWith("Top-level await") ? "Top-level await is not supported in Convex functions" : text;
  const location = message?.location;
  const place = location ? `${location.file}:${location.line}:${location.column + 1}` : path;
  return new FunctionError("InvalidModules", `Failed to load ${path}: ${cause}\n    at ${place}`);
}

function firstMessage(error: unknown): Message | undefined {
  if (!(error instanceof Error) || !("errors" in error)) return undefined;
  return (error as TransformFailure).errors[0];
}
