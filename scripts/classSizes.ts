// How many lines the classes of some sources have.
import type { Source } from "./importGraph";

interface ClassSize {
  name: string;
  lines: number;
}

/** The longest first. The formatter puts the first and the last line of a class at the margin. */
export function classSizes(sources: readonly Source[]): ClassSize[] {
  const classes = sources.flatMap(({ text }) =>
    [...text.matchAll(/^(?:export )?(?:abstract )?class (\w+)[^]*?^}/gm)].map(([whole, name = ""]) => ({
      name,
      lines: whole.split("\n").length,
    })),
  );
  return classes.toSorted((a, b) => b.lines - a.lines);
}
