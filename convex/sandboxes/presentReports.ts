import type { Doc } from "../_generated/dataModel";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import { nameOf } from "./files";

type Reports = Doc<"sandboxReports">;

/** A file or folder, as the list of its folder shows it. */
export interface EntryView {
  path: string;
  name: string;
  type: "file" | "folder";
  /** The size in bytes, if the runner reported it. */
  size: number | null;
}

export interface FileView {
  path: string;
  name: string;
  size: number | null;
  /** Null when the runner reported the file without its content. */
  content: string | null;
  reportedAt: string;
}

export interface DiffView {
  sandboxId: string;
  diff: string;
  reportedAt: string;
}

export interface DevServerView {
  sandboxId: string;
  url: string | null;
  status: string;
  reportedAt: string;
}

export function presentEntry(entry: Doc<"sandboxFiles">): EntryView {
  const { path, kind, size = null } = entry;
  return { path, name: nameOf(path), type: kind, size };
}

export function presentFile(file: Doc<"sandboxFiles">, reportedAtMs: number): FileView {
  const { path, size = null, content = null } = file;
  return { path, name: nameOf(path), size, content, reportedAt: isoTime(reportedAtMs) };
}

export function presentDiff({ _id }: Doc<"sandboxes">, diff: NonNullable<Reports["diff"]>): DiffView {
  return { sandboxId: publicId("sandboxes", _id), diff: diff.text, reportedAt: isoTime(diff.reportedAtMs) };
}

export function presentDevServer(
  { _id }: Doc<"sandboxes">,
  { url, status, reportedAtMs }: NonNullable<Reports["devServer"]>,
): DevServerView {
  return { sandboxId: publicId("sandboxes", _id), url, status, reportedAt: isoTime(reportedAtMs) };
}
