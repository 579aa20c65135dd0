// Restores the names of functions that the bundler shortened, at a lower price. The bundler sets each function's name
// by calling a helper every time the function is made: `name(() => …, "load")`. For the functions that a request makes,
// this takes a tenth of the request's time. A function that is the value of a property gets the name of the property at
// no cost, so such calls become `({ load: () => … }).load`. The text keeps its length, because the source map refers to
// positions in it.
import { Script } from "node:vm";
import type { Node, parse as parseType, Program } from "acorn";
import { forEachNode, isBoundOnce } from "./bindings";
import type { CompiledModule } from "./contract";
import { identifier } from "./identifiers";

type Parse = typeof parseType;

/** The helper of the convex package's bundler, as the compiler of modules prints it. */
const HELPER = new RegExp(
  String.raw`^var (ID) = \((ID), (ID)\) => (ID)\(\2, "name", \{ value: \3, configurable: true \}\);$`.replaceAll(
    "ID",
    identifier,
  ),
  "mu",
);
const EXPORTED = new RegExp(`^ {2}(${identifier}): \\(\\) => (${identifier}),?$`, "gmu");
/** A module of the bundler has one object with what it exports. */
const EXPORTS = new RegExp(`^__export\\((${identifier}), \\{$`, "gmu");

export async function restoreNamesByProperty(modules: CompiledModule[]): Promise<CompiledModule[]> {
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

/** The text that looks like the helper may be part of a string. */
function isDeclared(helper: string, code: string, program: Program): boolean {
  const [text = ""] = HELPER.exec(code) ?? [];
  return program.body.some(({ start, end }) => code.slice(start, end) === text) && isBoundOnce(helper, program);
}

/** If the module exports the helper: the module's file name, and the name of that export. */
function exportedHelper({ path, code }: CompiledModule): [file: string, name: string][] {
  const helper = helperIn(code);
  if (helper === null) return [];
  if ([...code.matchAll(EXPORTS)].length !== 1) return [];
  return [...code.matchAll(EXPORTED)].flatMap(([, name = "", local]) =>
    local === helper ? [[fileOf(path), name]] : [],
  );
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function withNames(code: string, helpers: ReadonlyMap<string, string>, parse: Parse): string {
  const own = helperIn(code);
  if (own === null && ![...helpers.keys()].some((file) => code.includes(file))) return code;
  const program = tryToParse(code, parse);
  if (program === null) return code;
  const imported = importsOf(program).flatMap(([variable, specifier]) => {
    const name = helpers.get(fileOf(specifier));
    return name === undefined ? [] : [`(0, ${variable}.${name})(`];
  });
  const callees = own === null || !isDeclared(own, code, program) ? imported : [...imported, `${own}(`];
  let named = code;
  forEachNode(program, (node) => {
    if (node.type !== "CallExpression" || !callees.some((callee) => code.startsWith(callee, node.start))) return;
    const [made, name] = node.arguments;
    if (made?.type !== "ArrowFunctionExpression" || name?.type !== "Literal") return;
    named = withProperty(named, { start: node.start, end: node.end, made, name: String(name.value) });
  });
  if (named === code || compiles(named)) return named;
  console.error(
    "Functions of a module keep the names that the bundler gave them: the engine's own way does not compile.",
  );
  return code;
}

/** V8 looks for errors of syntax only, which is fast. */
function compiles(code: string): boolean {
  try {
    const script = new Script(`(function (exports, require, module) {${code}\n})`);
    return script instanceof Script;
  } catch {
    return false;
  }
}

/** What `require` returns, by its variable. */
function importsOf(program: Program): [variable: string, specifier: string][] {
  return program.body.flatMap((statement) => {
    if (statement.type !== "VariableDeclaration") return [];
    return statement.declarations.flatMap(({ id, init }): [string, string][] => {
      if (id.type !== "Identifier" || init?.type !== "CallExpression" || init.callee.type !== "Identifier") return [];
      const [specifier] = init.arguments;
      const isImport = init.callee.name === "require" && specifier?.type === "Literal";
      return isImport ? [[id.name, String(specifier.value)]] : [];
    });
  });
}

/** Returns null when the code nests too deeply for the parser. Its functions then get their names from the helper. */
function tryToParse(code: string, parse: Parse): Program | null {
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
