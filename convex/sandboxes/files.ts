// The files that the runner reports, as rows for the folders that show them. Pure.
import { invalid } from "../lib/errors";
import { given } from "../lib/given";

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

/** Files and folders together; what one transaction writes is bounded. */
const rowsMax = 8000;

/** Without what does not matter: `./src//app.ts` and `/src/app.ts` are `src/app.ts`; the root is "". Null: it leads out. */
export function plainPath(path: string): string | null {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  return segments.includes("..") ? null : segments.join("/");
}

/** A row for each file and each folder on the way to one, by path. Throws VALIDATION for what cannot be in one place. */
export function rowsOfFiles(files: readonly ReportedFile[]): FileRow[] {
  const rows = new Map<string, FileRow>();
  for (const [position, file] of files.entries()) {
    const path = plainPath(file.path);
    const refuse = (why: string) => invalid(`files.${position}.path`, `files.${position}.path ${why}.`);
    if (path === null || path === "") throw refuse("must be a path within the sandbox");
    if (rows.has(path)) throw refuse("is there twice");
    const folders = foldersOf(path);
    if (folders.some((folder) => rows.get(folder)?.kind === "file")) throw refuse("is in a file");
    for (const folder of folders) rows.set(folder, { folder: parentOf(folder), path: folder, kind: "folder" });
    rows.set(path, fileRow(path, file));
    if (rows.size > rowsMax) throw invalid("files", `files: More than ${rowsMax} files and folders.`);
  }
  return [...rows.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function fileRow(path: string, { size, content }: ReportedFile): FileRow {
  return {
    folder: parentOf(path),
    path,
    kind: "file",
    ...given({ size, content }),
  };
}

/** `a` and `a/b` for `a/b/c`. */
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
