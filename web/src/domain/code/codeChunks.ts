// Cuts code into pieces that are coloured by themselves. A piece is short, because colouring it may not block the
// page; it ends before a line at the margin, where a comment or text over several lines is least likely to continue.
import type { Language } from "./languages";

/** Some lines of a file, coloured together. */
export interface CodeChunk {
  lines: readonly string[];
  language: Language;
  /** The piece begins within a comment that was opened above it. */
  beginsInComment: boolean;
}

export interface ChunkLine {
  chunk: CodeChunk;
  /** The number of the line in the piece. */
  at: number;
}

const preferredLines = 150;
const maxLines = 300;

/** Where each line is found. */
export function splitIntoChunks(lines: readonly string[], language: Language): ChunkLine[] {
  const beginnings = chunkStarts(lines);
  return beginnings.flatMap((begin, index) => {
    const own = lines.slice(begin, beginnings[index + 1]);
    const chunk = { lines: own, language, beginsInComment: starCommentLanguages.has(language) && beginsInComment(own) };
    return own.map((_, at) => ({ chunk, at }));
  });
}

function chunkStarts(lines: readonly string[]): number[] {
  const beginnings = lines.length === 0 ? [] : [0];
  let start = 0;
  for (let index = preferredLines; index < lines.length; index++) {
    const length = index - start;
    if (length < preferredLines || (length < maxLines && !/^[^\s*]/.test(lines[index] ?? ""))) continue;
    beginnings.push(index);
    start = index;
  }
  return beginnings;
}

/** The languages whose comments are closed by a star and a slash. */
const starCommentLanguages: ReadonlySet<Language> = new Set([
  ...(["c", "cpp", "csharp", "css", "dart", "go", "java", "javascript", "kotlin"] as const),
  ...(["php", "protobuf", "rust", "scss", "swift", "typescript"] as const),
]);

function beginsInComment(lines: readonly string[]): boolean {
  for (const line of lines) {
    const sign = /\/\*|\*\//.exec(line)?.[0];
    if (sign !== undefined) return sign === "*/";
  }
  return false;
}
