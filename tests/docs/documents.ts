// The documents that people read, with their texts: all Markdown files of the repository.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";

/** Folders that commands make. */
const made = new Set(["node_modules", "dist"]);

function markdownBelow(folder: string): string[] {
  return readdirSync(path.join(rootDirectory, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return made.has(entry.name) || entry.name.startsWith(".") ? [] : markdownBelow(file);
    return file.endsWith(".md") ? [file] : [];
  });
}

export const documents = markdownBelow("").map((document) => ({
  document,
  folder: path.dirname(document),
  text: read(document),
}));

/** Returns the text of a file of the repository. */
export function read(file: string): string {
  return readFileSync(path.join(rootDirectory, file), "utf8");
}
