// Finds functions of the convex package in pushed code, by name and content. The bundler shortens their names but keeps
// the old name of each in a call, such as `name(u, "performAsyncSyscall")`. A function whose text differs from that of
// the known version of the package is left alone.
import { createHash } from "node:crypto";
import type { Replacements } from "./replacements";

type Replaced = keyof Replacements;

/** Digests of the texts of version 1.48. */
const known: Record<Replaced, string> = {
  performAsyncSyscall: "S42LBEdocMZz-m4Q",
  jsonToConvex: "sFbHqRGZDel-NZez",
  convexToJsonInternal: "y8op4SJ1-fHmzryp",
  QueryImpl: "LECERjAeKJhPKw-P",
};

/** The call that keeps a name: `(0, import_X.a)(` or `n(`. */
const naming = String.raw`(?:\(0, \w+\.\w+\)|\w+)\(`;

const places: Record<Replaced, RegExp> = {
  performAsyncSyscall: functionNamed("performAsyncSyscall"),
  jsonToConvex: functionNamed("jsonToConvex"),
  convexToJsonInternal: functionNamed("convexToJsonInternal"),
  QueryImpl: new RegExp(
    String.raw`^var (\w+) = (class (?:\w+ )?\{\n  static \{\n    ${naming}this, "QueryImpl"\);[^]*?\n\});`,
    "m",
  ),
};

function functionNamed(name: string): RegExp {
  return new RegExp(String.raw`^((?:async )?function (\w+)\((?:(?!\n\}\n)[^])*\n\})\n${naming}\2, "${name}"\);$`, "m");
}

/** Returns the code that replaces what is recognised. It follows the module's own code. */
export function replacing(code: string): string {
  const lines: string[] = [];
  for (const [name, place] of Object.entries(places) as [Replaced, RegExp][]) {
    const match = code.includes(`"${name}"`) ? place.exec(code) : null;
    if (match === null) continue;
    const [text, variable] = name === "QueryImpl" ? [match[2], match[1]] : [match[1], match[2]];
    if (digestOf(text ?? "") !== known[name]) continue;
    lines.push(name === "QueryImpl" ? `$engine.${name}(${variable});` : `${variable} = $engine.${name}(${variable});`);
  }
  return lines.join(" ");
}

/**
 * Returns a digest of the text that does not depend on how the bundler printed it: short words, which may be names that
 * it made, are all alike, and blanks are left out.
 */
function digestOf(text: string): string {
  const shape = text
    .replaceAll(/\(0, import_\w+\.\w+\)|import_\w+\.\w+/g, "_")
    .replaceAll(/(?<!\w)[A-Za-z_$][\w$]{0,4}(?!\w)/g, "_")
    .replaceAll(/\s+/g, "");
  return createHash("sha256").update(shape).digest("base64url").slice(0, 16);
}
