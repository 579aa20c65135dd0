// Adds the endpoint of the example in convex/README.md piece by piece, as a reader would type it in.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";

interface Piece {
  file: string;
  /** The list to whose end the code is added. Without one it is added to the end of the file. */
  list: string | undefined;
  code: string;
}

const page = readFileSync(path.join(rootDirectory, "convex/README.md"), "utf8");
export const [section = ""] = /^## Adding an endpoint$[^]*?(?=^## )/m.exec(page) ?? [];

/** The first line of a block of code says where its other lines belong. */
export const pieces: readonly Piece[] = [
  ...section.matchAll(/^```ts\n\/\/ (?<file>[\w./]+)(?:, in `(?<list>\w+)`)?\n(?<code>[^]*?)^```$/gm),
].map(({ groups = {} }) => ({ file: groups["file"] ?? "", list: groups["list"], code: groups["code"] ?? "" }));

export function addPieces(directory: string, chosen: readonly Piece[]): void {
  for (const { file, list, code } of chosen) {
    const place = path.join(directory, file);
    const source = readFileSync(place, "utf8");
    const at = list === undefined ? source.length : endOfList(source, list);
    writeFileSync(place, source.slice(0, at) + (list === undefined ? "\n" : "") + code + source.slice(at));
  }
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
