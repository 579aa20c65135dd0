// Pure.

const suffix = " (copy)";
const lengthMax = 200;

/** Of a persona like the one with this name. */
export function nameOfCopy(name: string): string {
  return (
    Array.from(name)
      .slice(0, lengthMax - suffix.length)
      .join("")
      .trimEnd() + suffix
  );
}
