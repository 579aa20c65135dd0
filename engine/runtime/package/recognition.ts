// Finds functions of the convex package in pushed code and says by which code they are replaced. Nothing in the pushed
// text is changed: the code that replaces stands after it, and assigns to the variables of the functions.
//
// The bundler shortens names but keeps the old name of each function in a call, such as `name(u, "insert")`. A function
// is replaced if its shape is that of the known version of the package, and if the variable really holds the function
// with that text when the module has been evaluated; everything else runs as it was pushed.
import { identifier } from "../identifiers";
import type { Replacements } from "./replacements";
import { shapeOf } from "./shape";

type Replaced = keyof Replacements;

/** Digests of the shapes in version 1.48. */
const known: Record<Replaced, string> = {
  performAsyncSyscall: "PK0QFHqLfO6Q2bgy",
  jsonToConvex: "1wrbNd4dGEkykBsi",
  convexToJsonInternal: "xOc1UGwbNLh7Cv3k",
  get: "Pls0viOp7udCkadv",
  insert: "-5X2uiTgt3a8OPFW",
  patch: "FIaRiujzEqEPap8H",
  replace: "C52Q13FSFW2mfk4C",
  delete_: "b8lg9INem64xrAIG",
  QueryImpl: "270vQQoj0yFxyRS4",
};

/** What keeps a name: `(0, import_X.a)(` or `n(`. */
const naming = String.raw`(?:\(0, ${identifier}\.${identifier}\)|${identifier})\(`;
const namesOfFunctions = Object.keys(known).filter((name) => name !== "QueryImpl");
const NAMED_FUNCTION = new RegExp(`^${naming}(${identifier}), "(${namesOfFunctions.join("|")})"\\);$`, "gmu");
const QUERY = new RegExp(
  String.raw`^var (${identifier}) = (class (?:${identifier} )?\{\n  static \{\n    ${naming}this, "QueryImpl"\);[^]*?\n\});$`,
  "gmu",
);

interface Candidate {
  name: Replaced;
  variable: string;
  text: string;
}

/** Returns the code that replaces what is recognised. It sees the replacements as `engine`. */
export function replacing(code: string, engine: string): string {
  return candidatesIn(code)
    .flatMap(({ name, variable, text }) => {
      const shape = shapeOf(text);
      if (shape?.digest !== known[name]) return [];
      const called = `[${shape.called.join(", ")}]`;
      const given = `${variable}, ${JSON.stringify(text)}, () => ${called}`;
      return [`if (typeof ${variable} === "function") ${variable} = ${engine}.${name}(${given});`];
    })
    .join(" ");
}

/** Functions and classes of those names. Other code may have some, too. Looking for a name is fast. */
function candidatesIn(code: string): Candidate[] {
  const found: Candidate[] = [];
  for (const match of code.matchAll(NAMED_FUNCTION)) {
    const [, variable = "", name = ""] = match;
    const text = functionBefore(code, match.index, variable);
    if (text !== null && isReplaced(name)) found.push({ name, variable, text });
  }
  if (!code.includes('"QueryImpl"')) return found;
  for (const [, variable = "", text = ""] of code.matchAll(QUERY)) found.push({ name: "QueryImpl", variable, text });
  return found;
}

function isReplaced(name: string): name is Replaced {
  return Object.hasOwn(known, name);
}

/** The text of the function whose declaration ends right before this place, at the top of the module. */
function functionBefore(code: string, end: number, variable: string): string | null {
  const starts = ["function ", "async function "].map((start) => code.lastIndexOf(`\n${start}${variable}(`, end));
  const start = Math.max(...starts);
  return start === -1 || code[end - 1] !== "\n" ? null : code.slice(start + 1, end - 1);
}
