// Cuts code into pieces that are coloured by themselves. A piece is short, because colouring it may not hold up the
// page; it ends before a line at the margin, where a comment or text over several lines is least likely to continue.
import type { Language } from "./languages";

/** Some lines of a file, coloured together. */
export interface Piece {
  lines: readonly string[];
  language: Language;
  /** The piece begins within a comment that was opened above it. */
  beginsInComment: boolean;
}

export interface PieceLine {
  piece: Piece;
  /** The number of the line in the piece. */
  at: number;
}

const wanted = 150;
const most = 300;

/** Where each line is found. */
export function piecesOf(lines: readonly string[], language: Language): PieceLine[] {
  const beginnings = beginningsOf(lines);
  return beginnings.flatMap((begin, place) => {
    const own = lines.slice(begin, beginnings[place + 1]);
    const piece = { lines: own, language, beginsInComment: withStars.has(language) && beginsInComment(own) };
    return own.map((_, at) => ({ piece, at }));
  });
}

function beginningsOf(lines: readonly string[]): number[] {
  const beginnings = lines.length === 0 ? [] : [0];
  let begun = 0;
  for (let place = wanted; place < lines.length; place++) {
    const length = place - begun;
    if (length < wanted || (length < most && !/^[^\s*]/.test(lines[place] ?? ""))) continue;
    beginnings.push(place);
    begun = place;
  }
  return beginnings;
}

/** The languages whose comments are closed by a star and a slash. */
const withStars: ReadonlySet<Language> = new Set([
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
