// Finds functions of the convex package in pushed code, by name and content, and replaces them, or a literal in them.
// The bundler shortens their names but keeps the old name of each in a call, such as `name(u, "performAsyncSyscall")`.
// A function whose text differs from that of the known version of the package is left alone.
import { createHash } from "node:crypto";
import type { Replacements } from "./replacements";

type Replaced = keyof Replacements;

/** Digests of the texts of version 1.48, for functions that are replaced as a whole. */
const known: Record<Replaced, string> = {
  performAsyncSyscall: "S42LBEdocMZz-m4Q",
  jsonToConvex: "sFbHqRGZDel-NZez",
  convexToJsonInternal: "y8op4SJ1-fHmzryp",
  get: "99WMGRJnbgTuHWtU",
  insert: "G9lnRdJXypoKhCqp",
  patch: "IS9zaMORud4RATMF",
  replace: "3WsJpFjdTbLHYIfq",
  delete_: "iDIjgUAKYg042rju",
  QueryImpl: "LECERjAeKJhPKw-P",
};

/**
 * Functions that make an object from the content of another one and some more fields. Their literals begin with a
 * spread, for which V8 needs 1 to 4 microseconds. Joining two objects takes a tenth of that.
 */
const knownSpreading: Record<string, string> = {
  invokeHttpAction: "FWhxzmQoWXCGhVMV",
  invokeAction: "aAwlqmTTcpCEZ4Qi",
  syscallArgs: "VpjdnBJwY5Fcl6y5",
  runAfterSyscallArgs: "jJOYEZfy6_rjSAi_",
  runAtSyscallArgs: "PlZ4e6QruweJlR88",
  setupStorageActionWriter: "8BbjM8LJ_BvMkIwi",
};

/** The call that keeps a name: `(0, import_X.a)(` or `n(`. */
const naming = String.raw`(?:\(0, \w+\.\w+\)|\w+)\(`;

const places: Record<Replaced, RegExp> = {
  performAsyncSyscall: functionNamed("performAsyncSyscall"),
  jsonToConvex: functionNamed("jsonToConvex"),
  convexToJsonInternal: functionNamed("convexToJsonInternal"),
  get: functionNamed("get"),
  insert: functionNamed("insert"),
  patch: functionNamed("patch"),
  replace: functionNamed("replace"),
  delete_: functionNamed("delete_"),
  QueryImpl: new RegExp(
    String.raw`^var (\w+) = (class (?:\w+ )?\{\n  static \{\n    ${naming}this, "QueryImpl"\);[^]*?\n\});`,
    "gm",
  ),
};

function functionNamed(name: string): RegExp {
  return new RegExp(String.raw`^((?:async )?function (\w+)\((?:(?!\n\}\n)[^])*\n\})\n${naming}\2, "${name}"\);$`, "gm");
}

/** Returns the code that replaces what is recognised. It follows the module's own code. */
export function replacing(code: string): string {
  const lines: string[] = [];
  for (const [name, place] of Object.entries(places) as [Replaced, RegExp][]) {
    const text = name === "QueryImpl" ? 2 : 1;
    const match = found(code, name, place, { text, digest: known[name] });
    if (match === null) continue;
    const variable = match[3 - text];
    lines.push(name === "QueryImpl" ? `$engine.${name}(${variable});` : `${variable} = $engine.${name}(${variable});`);
  }
  return lines.join(" ");
}

/** Returns the module's code, in which recognised functions do not begin a literal with a spread. */
export function withoutSpreads(code: string): string {
  let changed = code;
  for (const [name, digest] of Object.entries(knownSpreading)) {
    const [, text] = found(changed, name, functionNamed(name), { text: 1, digest }) ?? [];
    if (text !== undefined) changed = changed.replace(text, () => joining(text));
  }
  return changed;
}

/**
 * Returns the function of that name whose text is known; other code may have functions of the same name. Most modules
 * have none of them, and looking for the name is much faster than the expression.
 */
function found(
  code: string,
  name: string,
  place: RegExp,
  { text, digest }: { text: number; digest: string },
): RegExpExecArray | null {
  if (!code.includes(`"${name}"`)) return null;
  for (const match of code.matchAll(place)) if (digestOf(match[text] ?? "") === digest) return match;
  return null;
}

/**
 * Replaces the literal that begins with a spread: `{ ...a, b }` becomes `$engine.joined(a, { b })`. The text keeps its
 * lines.
 */
function joining(text: string): string {
  const [start = "", blank = "", spread = ""] = /\{(\s+)\.\.\.([\w.]+(?:\([^()]*\))?),/.exec(text) ?? [];
  const from = text.indexOf(start);
  const to = endOfBraces(text, from);
  return `${text.slice(0, from)}$engine.joined(${spread}, {${blank}${text.slice(from + start.length, to)})${text.slice(to)}`;
}

/** Returns the place after the brace that closes the one at `from`. No string in the known texts has a brace. */
function endOfBraces(text: string, from: number): number {
  let open = 0;
  let place = from;
  do {
    const character = text[place++];
    if (character === "{") open++;
    if (character === "}") open--;
  } while (open > 0);
  return place;
}

/**
 * Returns a digest of the text that does not depend on how the bundler printed it: short words, which may be names that
 * it made, are all alike, and blanks are left out.
 */
function digestOf(text: string): string {
  const shape = text
    // `names.ts` writes a call that keeps a name as an object with one property.
    .replaceAll(/\(\{\w+: +(?=async)/g, "_(")
    .replaceAll(/\}\)\.(\w+) */g, ',"$1")')
    .replaceAll(/\(0, import_\w+\.\w+\)|import_\w+\.\w+/g, "_")
    .replaceAll(/(?<!\w)[A-Za-z_$][\w$]{0,4}(?!\w)/g, "_")
    .replaceAll(/\s+/g, "");
  return createHash("sha256").update(shape).digest("base64url").slice(0, 16);
}
