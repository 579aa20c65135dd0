// The names of copies of personas. This file is pure.

const suffix = " (copy)";
const lengthMax = 200;

/** Returns the name for a copy of the persona with this name. */
export function nameOfCopy(name: string): string {
  return (
    Array.from(name)
      .slice(0, lengthMax - suffix.length)
      .join("")
      .trimEnd() + suffix
  );
}
