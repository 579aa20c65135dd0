// Turns the files that the runner reports into rows, by the folder that lists them. This file is pure.
import { invalid } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";

export interface ReportedFile {
  path: string;
  size?: number | null | undefined;
  content?: string | null | undefined;
}

export interface FileRow {
  folder: string;
  path: string;
  kind: "file" | "folder";
  size?: number;
  content?: string;
}

/** The most files and folders of a report, because the writes of one transaction are limited. */
const maxRows = 8000;

/** `./src//app.ts` and `/src/app.ts` become `src/app.ts`. A path that leads out of the root becomes null. */
export function normalizePath(path: string): string | null {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  return segments.includes("..") ? null : segments.join("/");
}

/** Returns the files and the folders above them, sorted. Throws VALIDATION when two entries exclude each other. */
export function rowsOfFiles(files: readonly ReportedFile[]): FileRow[] {
  const rows = new Map<string, FileRow>();
  for (const [position, file] of files.entries()) {
    const path = normalizePath(file.path);
    const refuse = (why: string) => invalid(`files.${position}.path`, `files.${position}.path ${why}.`);
    if (path === null || path === "") throw refuse("must be a path within the sandbox");
    if (rows.has(path)) throw refuse("must not occur twice");
    const folders = foldersOf(path);
    if (folders.some((folder) => rows.get(folder)?.kind === "file"))
      throw refuse("must not be below the path of a file");
    for (const folder of folders) rows.set(folder, { folder: parentOf(folder), path: folder, kind: "folder" });
    rows.set(path, fileRow(path, file));
    if (rows.size > maxRows) throw invalid("files", `files must have at most ${maxRows} files and folders.`);
  }
  return [...rows.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function fileRow(path: string, { size, content }: ReportedFile): FileRow {
  return { folder: parentOf(path), path, kind: "file", ...omitNullish({ size, content }) };
}

/** Returns `a` and `a/b` for `a/b/c`. */
function foldersOf(path: string): string[] {
  const segments = path.split("/").slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
