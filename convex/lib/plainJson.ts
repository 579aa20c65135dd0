// Limits on values that the platform passes from one function to another. A call with a larger value fails, so requests
// that contain JSON of any shape must keep to these limits.

export const jsonBounds = { levels: 32, elements: 8192, fields: 1000 } as const;

export type JsonError = "levels" | "elements" | "fields" | "names";

/** Returns a limit that `whole` exceeds, or null. Without recursion, so that deep nesting cannot exhaust the stack. */
export function findJsonError(whole: unknown): JsonError | null {
  const waiting: { value: unknown; level: number }[] = [{ value: whole, level: 1 }];
  for (const { value, level } of waiting) {
    if (typeof value !== "object" || value === null) continue;
    if (level > jsonBounds.levels) return "levels";
    const names = Object.keys(value);
    const error = Array.isArray(value) ? findLengthError(names) : findNameError(names);
    if (error !== null) return error;
    for (const inner of Object.values(value)) waiting.push({ value: inner, level: level + 1 });
  }
  return null;
}

function findLengthError({ length }: string[]): JsonError | null {
  return length > jsonBounds.elements ? "elements" : null;
}

function findNameError(names: string[]): JsonError | null {
  if (names.length > jsonBounds.fields) return "fields";
  return names.every((name) => /^(?!\$)[ -~]{1,1024}$/.test(name)) ? null : "names";
}
