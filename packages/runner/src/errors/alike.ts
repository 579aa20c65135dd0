/** The name that somebody has probably meant, or undefined. */
export function mostAlike(given: string, known: readonly string[]): string | undefined {
  if (given.length < 2 || given.length > maxLength) return undefined;
  const rated = known.map((name) => ({ name, misses: missesOf(name.toLowerCase(), given.toLowerCase()) }));
  const [best] = rated.sort((a, b) => a.misses - b.misses);
  return best !== undefined && best.misses <= Math.min(2, best.name.length - 2) ? best.name : undefined;
}

/** A name that begins or ends with the other is as good as one with a wrong letter. */
function missesOf(name: string, given: string): number {
  const isPart = name.startsWith(given) || name.endsWith(given) || given.startsWith(name) || given.endsWith(name);
  return isPart ? Math.min(1, distance(name, given)) : distance(name, given);
}

/** More letters than a name has. */
const maxLength = 100;

/** How many letters must be added, removed or replaced to turn one text into the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let index = 1; index <= other.length; index++) {
      const replaced = (row[index - 1] ?? 0) + (one[at] === other[index - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
