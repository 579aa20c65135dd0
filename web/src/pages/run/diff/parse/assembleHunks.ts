// Puts changes and the lines around them together to hunks, as git does.
import type { DiffLine, Hunk } from "./model";

export type Side = Pick<DiffLine, "text" | "endsWithoutBreak">;

/** Lines that were replaced by others. Places count from 0. */
export interface Change {
  oldAt: number;
  oldLines: readonly Side[];
  newAt: number;
  newLines: readonly Side[];
  section: string;
}

const around = 3;

/** `known` has lines of the old file by their place. Changes are in the order of the file. */
export function hunksOf(changes: readonly Change[], known: ReadonlyMap<number, Side>): Hunk[] {
  const hunks: Hunk[] = [];
  let building: Building | null = null;
  for (const change of changes) {
    if (building === null || !building.reaches(change.oldAt)) {
      if (building !== null) hunks.push(building.end());
      building = new Building(change, known);
    }
    building.add(change);
  }
  if (building !== null) hunks.push(building.end());
  return hunks;
}

class Building {
  private readonly lines: DiffLine[] = [];
  private oldAt: number;
  private newAt: number;
  private readonly start: { old: number; new: number };
  private readonly section: string;

  constructor(
    { oldAt, newAt, section }: Change,
    private readonly known: ReadonlyMap<number, Side>,
  ) {
    let before = 0;
    while (before < around && known.has(oldAt - before - 1)) before++;
    this.oldAt = oldAt - before;
    this.newAt = newAt - before;
    this.start = { old: this.oldAt, new: this.newAt };
    this.section = section;
  }

  /** Whether all lines until there are known, and not too many to be shown. */
  reaches(oldAt: number): boolean {
    if (oldAt - this.oldAt > 2 * around) return false;
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
    this.addSame(this.oldAt + around);
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
