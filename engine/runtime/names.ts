// Restores the names of functions that the bundler shortened, at a lower price. The bundler sets each function's name
// by calling a helper every time the function is made: `name(() => …, "load")`. For the functions that a request makes,
// this takes a tenth of the request's time. A function that is the value of a property gets the name of the property at
// no cost, so such calls become `({ load: () => … }).load`. The text keeps its length, because the source map refers to
// positions in it.
import type { Node, parse as parseType, Program } from "acorn";
import { forEachNode, isBoundOnce } from "./bindings";
import type { CompiledModule } from "./contract";

type Parse = typeof parseType;

/** The helper of the convex package's bundler, as the compiler of modules prints it. */
const HELPER = /^var (\w+) = \((\w+), (\w+)\) => (\w+)\(\2, "name", \{ value: \3, configurable: true \}\);$/m;

export async function nameByProperty(modules: CompiledModule[]): Promise<CompiledModule[]> {
  if (modules.every(({ code }) => helperIn(code) === null)) return modules;
  const helpers = new Map(modules.flatMap((module) => exportedHelper(module)));
  // Only a push needs the parser. A start without one would lose time by loading it.
  const { parse } = await import("acorn");
  return modules.map((module) => ({ ...module, code: withNames(module.code, helpers, parse) }));
}

/** The name of the helper, if this module declares it. */
function helperIn(code: string): string | null {
  const [, helper, , , define] = HELPER.exec(code) ?? [];
  return helper !== undefined && code.includes(`var ${define} = Object.defineProperty;`) ? helper : null;
}

/** If the module exports the helper: the module's file name, and the name of that export. */
function exportedHelper({ path, code }: CompiledModule): [file: string, name: string][] {
  const helper = helperIn(code);
  if (helper === null) return [];
  const exported = new RegExp(`^ {2}(\\w+): \\(\\) => ${helper},?$`, "m").exec(code)?.[1];
  return exported === undefined ? [] : [[fileOf(path), exported]];
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function withNames(code: string, helpers: ReadonlyMap<string, string>, parse: Parse): string {
  const imported = [...code.matchAll(/^var (\w+) = require\("([^"]+)"\);$/gm)].flatMap(
    ([, variable, specifier = ""]) => {
      const name = helpers.get(fileOf(specifier));
      return name === undefined ? [] : [`(0, ${variable}.${name})(`];
    },
  );
  const own = helperIn(code);
  if (imported.length === 0 && own === null) return code;
  const program = parsed(code, parse);
  const callees = own === null || !isBoundOnce(own, program) ? imported : [...imported, `${own}(`];
  let named = code;
  forEachNode(program, (node) => {
    if (node.type !== "CallExpression" || !callees.some((callee) => code.startsWith(callee, node.start))) return;
    const [made, name] = node.arguments;
    if (made?.type !== "ArrowFunctionExpression" || name?.type !== "Literal") return;
    named = withProperty(named, { start: node.start, end: node.end, made, name: String(name.value) });
  });
  return named;
}

/** Returns null when the code nests too deeply for the parser. Its functions then get their names from the helper. */
function parsed(code: string, parse: Parse): Program | null {
  try {
    return parse(code, OPTIONS);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const OPTIONS = { ecmaVersion: "latest", allowReturnOutsideFunction: true } as const;
const PURE = "/* @__PURE__ */ ";
const IDENTIFIER = /^(?!__proto__$)[A-Za-z_$][\w$]*$/;

/** This works for arrow functions, because they do not use the object whose property they are. */
function withProperty(code: string, { start, end, made, name }: NamingCall): string {
  const from = code.endsWith(PURE, start) ? start - PURE.length : start;
  const opening = `({${name}:`;
  if (!IDENTIFIER.test(name) || opening.length > made.start - from) return code;
  const head = code.slice(0, from) + opening.padEnd(made.start - from);
  return head + code.slice(made.start, made.end) + `}).${name}`.padEnd(end - made.end) + code.slice(end);
}

interface NamingCall {
  start: number;
  end: number;
  made: Node;
  name: string;
}
