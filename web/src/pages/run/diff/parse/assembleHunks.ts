// Puts changes and the lines around them together to hunks, as git does.
import type { DiffLine, Hunk } from "./diffModel";

export type LineText = Pick<DiffLine, "text" | "endsWithoutBreak">;

/** Lines that were replaced by others. Places count from 0. */
export interface Change {
  oldAt: number;
  oldLines: readonly LineText[];
  newAt: number;
  newLines: readonly LineText[];
  section: string;
}

const contextLines = 3;

/** `known` has lines of the old file by their place. Changes are in the order of the file. */
export function assembleHunks(changes: readonly Change[], known: ReadonlyMap<number, LineText>): Hunk[] {
  const hunks: Hunk[] = [];
  let builder: HunkBuilder | null = null;
  for (const change of changes) {
    if (builder === null || !builder.reaches(change.oldAt)) {
      if (builder !== null) hunks.push(builder.end());
      builder = new HunkBuilder(change, known);
    }
    builder.add(change);
  }
  if (builder !== null) hunks.push(builder.end());
  return hunks;
}

class HunkBuilder {
  private readonly lines: DiffLine[] = [];
  private oldAt: number;
  private newAt: number;
  private readonly start: { old: number; new: number };
  private readonly section: string;

  constructor(
    { oldAt, newAt, section }: Change,
    private readonly known: ReadonlyMap<number, LineText>,
  ) {
    let before = 0;
    while (before < contextLines && known.has(oldAt - before - 1)) before++;
    this.oldAt = oldAt - before;
    this.newAt = newAt - before;
    this.start = { old: this.oldAt, new: this.newAt };
    this.section = section;
  }

  /** Whether all lines until there are known, and not too many to be shown. */
  reaches(oldAt: number): boolean {
    if (oldAt - this.oldAt > 2 * contextLines) return false;
    for (let at = this.oldAt; at < oldAt; at++) if (!this.known.has(at)) return false;
    return true;
  }

  add({ oldAt, oldLines, newLines }: Change): void {
    this.addSame(oldAt);
    for (const line of oldLines) {
      this.lines.push({ ...line, kind: "removed", oldNumber: ++this.oldAt, newNumber: null });
    }
    for (const line of newLines) {
      this.lines.push({ ...line, kind: "added", oldNumber: null, newNumber: ++this.newAt });
    }
  }

  end(): Hunk {
    this.addSame(this.oldAt + contextLines);
    const has = (other: DiffLine["kind"]) => this.lines.some(({ kind }) => kind !== other);
    return {
      oldStart: this.start.old + (has("added") ? 1 : 0),
      newStart: this.start.new + (has("removed") ? 1 : 0),
      section: this.section,
      lines: this.lines,
      isCut: false,
    };
  }

  private addSame(until: number): void {
    while (this.oldAt < until) {
      const line = this.known.get(this.oldAt);
      if (line === undefined) return;
      this.lines.push({ ...line, kind: "same", oldNumber: ++this.oldAt, newNumber: ++this.newAt });
    }
  }
}
