// Counts the pairs of places in sources that share six or more lines of code.
import type { Source } from "./importGraph";

const shared = 6;

/** Lines that say nothing by themselves are left out: imports, comments, brackets. */
const saysNothing = /^(import\b|export \*|export \{|\} from |\/\/|\/?\*|[\]})({[;,\s]*$|$)/;

interface Place {
  file: number;
  line: number;
}

export function pairsOfEqualLines(sources: readonly Source[]): number {
  const files = sources.map(({ text }) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => !saysNothing.test(line)),
  );
  const places = new Map<string, Place[]>();
  let pairs = 0;
  for (const [file, lines] of files.entries()) {
    for (let line = 0; line + shared <= lines.length; line++) {
      const key = lines.slice(line, line + shared).join("\n");
      const before = places.get(key) ?? [];
      // A longer passage counts once, at its first line.
      pairs += before.filter((place) => !continues(files, place, { file, line })).length;
      places.set(key, [...before, { file, line }]);
    }
  }
  return pairs;
}

function continues(files: readonly string[][], one: Place, other: Place): boolean {
  const before = files[one.file]?.[one.line - 1];
  return before !== undefined && before === files[other.file]?.[other.line - 1];
}
