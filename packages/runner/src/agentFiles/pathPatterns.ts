// Patterns of paths, such as `shots/**/*.png`: `*` and `?` stay within a name, `**` is any number of folders. A pattern
// that ends in a slash means everything below. What matches is known folder by folder, so nothing else needs to be
// looked at, and no pattern takes long.

const anyFolders = "**";

/** The places in a pattern that a path has reached. */
interface Reached {
  parts: readonly string[];
  places: ReadonlySet<number>;
}

export class PathPatterns {
  private constructor(private readonly reached: readonly Reached[]) {}

  static of(patterns: readonly string[]): PathPatterns {
    return new PathPatterns(patterns.map((pattern) => reachedAtFirst(partsOf(pattern))));
  }

  /** What is left of the patterns below this name. */
  below(name: string): PathPatterns {
    const after = this.reached.map((one) => advance(one, name)).filter(({ places }) => places.size > 0);
    return new PathPatterns(after);
  }

  /** Whether a path can still match below. */
  get isOpen(): boolean {
    return this.reached.some(({ parts, places }) => [...places].some((place) => place < parts.length));
  }

  /** Whether the path so far matches. */
  get isMatch(): boolean {
    return this.reached.some(({ parts, places }) => places.has(parts.length));
  }
}

function partsOf(pattern: string): string[] {
  const parts = pattern.split(/[/\\]/).filter((part) => part !== "" && part !== ".");
  return /[/\\]$/.test(pattern) ? [...parts, anyFolders] : parts;
}

function reachedAtFirst(parts: readonly string[]): Reached {
  return { parts, places: withoutFolders(parts, [0]) };
}

/** `**` may also be no folder at all. */
function withoutFolders(parts: readonly string[], places: readonly number[]): Set<number> {
  const all = new Set(places);
  for (const place of all) if (parts[place] === anyFolders) all.add(place + 1);
  return all;
}

function advance({ parts, places }: Reached, name: string): Reached {
  const after = [...places].flatMap((place) => {
    const part = parts[place];
    if (part === undefined) return [];
    if (part === anyFolders) return [place];
    return matchesName(part, name) ? [place + 1] : [];
  });
  return { parts, places: withoutFolders(parts, after) };
}

/** Goes back only to the last `*`, so it takes at most the product of both lengths. */
function matchesName(pattern: string, name: string): boolean {
  let [at, inName, star, resumed] = [0, 0, -1, 0];
  while (inName < name.length) {
    const mark = pattern[at];
    if (mark === "*") [star, resumed, at] = [at, inName, at + 1];
    else if (mark !== undefined && (mark === "?" || mark === name[inName])) [at, inName] = [at + 1, inName + 1];
    else if (star >= 0) [at, resumed, inName] = [star + 1, resumed + 1, resumed + 1];
    else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
