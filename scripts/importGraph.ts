// Finds which parts of the sources import one another. The caller divides the files into rooms; an arrow leads from one
// room to another, and a circle is a set of rooms that import one another.
import path from "node:path";

export interface Source {
  /** The path below the root, such as `convex/runs/model.ts`. */
  file: string;
  text: string;
}

export interface Arrow {
  from: string;
  to: string;
}

/**
 * Returns the room of a file: its folder. A file at the top of `convex/` belongs to no folder and is a room of its own.
 */
export function folderOfProduct({ file }: Pick<Source, "file">): string {
  return file.split("/")[1] ?? file;
}

type RoomOf = (source: Pick<Source, "file">) => string;

/**
 * `values`: the imports at the top of a file, without types. `loads`: also those that a function makes when called.
 * `all`: also types.
 */
type ImportKind = "values" | "loads" | "all";

export function arrowsBetween(sources: Source[], roomOf: RoomOf, kind: ImportKind): Arrow[] {
  const known = new Set(sources.map(({ file }) => file));
  const found = new Map<string, Arrow>();
  for (const source of sources) {
    for (const target of imported(source, kind)) {
      const file = [`${target}.ts`, `${target}.tsx`].find((each) => known.has(each));
      if (file === undefined) continue;
      const arrow = { from: roomOf(source), to: roomOf({ file }) };
      if (arrow.from !== arrow.to) found.set(`${arrow.from} ${arrow.to}`, arrow);
    }
  }
  return [...found.values()];
}

function imported({ file, text }: Source, kind: ImportKind): string[] {
  const statements = [...text.matchAll(/^(?:import|export) (type )?[^;]*? from "([.#][^"]+)";/gms)];
  const targets = statements.flatMap(([, type, target = ""]) => (kind !== "all" && type !== undefined ? [] : [target]));
  if (kind !== "values")
    for (const [, target = ""] of text.matchAll(/\bimport\("([.#][^"]+)"\)/g)) targets.push(target);
  return targets.map((target) =>
    target.startsWith("#") ? target.slice(1) : path.posix.join(path.posix.dirname(file), target),
  );
}

/** Returns the sets of rooms in which each room leads to every other one. */
export function circles(arrows: Arrow[]): string[][] {
  const rooms = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].toSorted();
  const reach = new Map(rooms.map((room) => [room, reachable(room, arrows)]));
  const seen = new Set<string>();
  return rooms.flatMap((room) => {
    if (seen.has(room)) return [];
    const circle = rooms.filter((other) => reach.get(room)?.has(other) && reach.get(other)?.has(room));
    for (const other of circle) seen.add(other);
    return circle.length > 1 ? [circle] : [];
  });
}

/** The rooms to which arrows lead, over as many others as it takes. */
export function reachable(start: string, arrows: Arrow[]): Set<string> {
  const found = new Set<string>();
  const waiting = [start];
  for (const room of waiting) {
    for (const { from, to } of arrows) {
      if (from !== room || found.has(to)) continue;
      found.add(to);
      waiting.push(to);
    }
  }
  return found;
}
