// Reads a unified diff of git or of `diff -u`. The text comes from agents: whatever is not part of a diff is passed
// over, and nothing makes this throw.
import { readHunk } from "./readHunk";
import type { FileDiff } from "./diffModel";
import { readPathPair, stripPrefix, readPath } from "./gitPaths";

export function parseDiff(text: string): FileDiff[] {
  const lines = text.split("\n");
  const files: FileDiff[] = [];
  let file: FileDiff | null = null;
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    if (/^diff --(?:git|cc|combined) /.test(line)) {
      files.push((file = startFile(line)));
      at++;
    } else if (line.startsWith("--- ") && (lines[at + 1] ?? "").startsWith("+++ ")) {
      if (file === null || file.hunks.length > 0) files.push((file = emptyFile(null, null)));
      setPaths(file, readPath(line.slice(4)), readPath((lines[at + 1] ?? "").slice(4)));
      at += 2;
    } else if (file !== null && !file.isCombined && line.startsWith("@@ ")) {
      at = addHunk(file, lines, at);
    } else {
      if (file !== null) readExtendedHeader(file, line);
      at++;
    }
  }
  return files.filter(({ oldPath, newPath }) => oldPath !== null || newPath !== null);
}

function emptyFile(oldPath: string | null, newPath: string | null): FileDiff {
  return {
    oldPath,
    newPath,
    kind: "changed",
    oldMode: null,
    newMode: null,
    isBinary: false,
    isCombined: false,
    hunks: [],
    added: 0,
    removed: 0,
  };
}

function startFile(line: string): FileDiff {
  const isCombined = !line.startsWith("diff --git ");
  const rest = line.replace(/^diff --\w+ /, "").replace(/\r$/, "");
  if (isCombined) return { ...emptyFile(readPath(rest), readPath(rest)), isCombined };
  const [first = null, second = null] = readPathPair(rest) ?? [];
  return emptyFile(first === null ? null : stripPrefix(first), second === null ? null : stripPrefix(second));
}

function setPaths(file: FileDiff, first: string, second: string): void {
  // The lines of a rename have said the names without prefixes, which leaves no doubt.
  if (file.kind === "renamed" || file.kind === "copied") return;
  file.oldPath = stripPrefix(first);
  file.newPath = stripPrefix(second);
  if (file.oldPath === null) file.kind = "added";
  else if (file.newPath === null) file.kind = "removed";
}

function addHunk(file: FileDiff, lines: readonly string[], at: number): number {
  const read = readHunk(lines, at);
  if (read === null) return at + 1;
  file.hunks.push(read.hunk);
  for (const { kind } of read.hunk.lines) {
    if (kind === "added") file.added++;
    if (kind === "removed") file.removed++;
  }
  return read.next;
}

/** The lines between the head of a file and its hunks. */
function readExtendedHeader(file: FileDiff, line: string): void {
  const [, word, value = ""] =
    /^(new file mode|deleted file mode|old mode|new mode|rename from|rename to|copy from|copy to) (.*)$/s.exec(line) ??
    [];
  switch (word) {
    case "new file mode":
      Object.assign(file, { kind: "added", oldPath: null, newMode: value });
      break;
    case "deleted file mode":
      Object.assign(file, { kind: "removed", newPath: null, oldMode: value });
      break;
    case "old mode":
      file.oldMode = value;
      break;
    case "new mode":
      file.newMode = value;
      break;
    case "rename from":
    case "copy from":
      Object.assign(file, { kind: word === "copy from" ? "copied" : "renamed", oldPath: readPath(value) });
      break;
    case "rename to":
    case "copy to":
      file.newPath = readPath(value);
      break;
    default:
      if (/^(?:Binary files .* differ|GIT binary patch)\r?$/s.test(line)) file.isBinary = true;
  }
}
