// The examples of convex/README.md, of an endpoint and of a field, piece by piece: a proof adds them to a copy of the
// sources as a reader would type them in, and `npm run measure:form` counts their files.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "./settings";

interface Piece {
  file: string;
  /** Where the code is added. Undefined: at the end of the file. */
  at: { kind: "in" | "above" | "below"; text: string } | undefined;
  code: string;
}

export interface Example {
  /** The section of convex/README.md. */
  section: string;
  pieces: readonly Piece[];
}

export function exampleOf(heading: string): Example {
  const page = readFileSync(path.join(rootDirectory, "convex/README.md"), "utf8");
  const [section = ""] = new RegExp(`^## ${heading}$[^]*?(?=^## )`, "m").exec(page) ?? [];
  // The first line of a block of code says where its other lines belong.
  const block = /^```(?:ts)?\n\/\/ (?<file>[\w./]+)(?:, (?<kind>in|above|below) `(?<text>.+)`)?\n(?<code>[^]*?)^```$/gm;
  const pieces = [...section.matchAll(block)].map(({ groups = {} }): Piece => {
    const { file = "", kind, text = "", code = "" } = groups;
    const at: Piece["at"] = kind === "in" || kind === "above" || kind === "below" ? { kind, text } : undefined;
    return { file, at, code };
  });
  return { section, pieces };
}

/** The files that somebody edits by hand, apart from tests. */
export function editedFiles({ pieces }: Example): string[] {
  return [...new Set(pieces.map(({ file }) => file))].filter((file) => !file.startsWith("tests/"));
}

export function addPieces(directory: string, chosen: readonly Piece[]): void {
  for (const { file, at, code } of chosen) {
    const place = path.join(directory, file);
    const source = readFileSync(place, "utf8");
    const index = at === undefined ? source.length : indexOf(source, at);
    writeFileSync(place, source.slice(0, index) + (at === undefined ? "\n" : "") + code + source.slice(index));
  }
}

function indexOf(source: string, { kind, text }: NonNullable<Piece["at"]>): number {
  if (kind === "in") return endOfList(source, text);
  const lines = source.split("\n");
  const found = lines.flatMap((line, number) => (line.trim() === text ? [number] : []));
  const [line] = found;
  if (line === undefined || found.length > 1) throw new Error(`${found.length} lines are \`${text}\`.`);
  return lines.slice(0, kind === "above" ? line : line + 1).reduce((sum, { length }) => sum + length + 1, 0);
}

/** Returns where the list's closing line begins: the next line with the same indentation as the opening line. */
function endOfList(source: string, list: string): number {
  const opening = new RegExp(`^( *).*\\b${list}\\b.*\\[$`, "m").exec(source);
  if (opening === null) throw new Error(`There is no list ${list}.`);
  const [line, indentation = ""] = opening;
  const end = source.indexOf(`\n${indentation}]`, opening.index + line.length);
  if (end === -1) throw new Error(`The list ${list} has no end.`);
  return end + 1;
}
