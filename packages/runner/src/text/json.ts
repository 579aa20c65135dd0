// Values that an agent made, as JSON.

const maxLevels = 200;

/** Whether a value is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value has more levels than the runner and the service take. It works without recursion. */
export function isNestedTooDeeply(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let levels = 0; level.length > 0; levels++) {
    if (levels > maxLevels) return true;
    level = level.flatMap(inside);
  }
  return false;
}

function inside(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

/** Whether a value has more than `maxValues` in it, at any depth. It works without recursion, and stops there. */
export function hasMoreValues(value: unknown, maxValues: number): boolean {
  const waiting = [value];
  for (let count = 1; waiting.length > 0;) {
    for (const one of inside(waiting.pop())) {
      if ((count += 1) > maxValues) return true;
      waiting.push(one);
    }
  }
  return false;
}

/** Half a character in a text or in a name becomes U+FFFD, at any depth. The service refuses it. */
export function toWellFormedJson(value: unknown): string {
  const json = JSON.stringify(value);
  // JSON writes a whole character as it is, and half of one as an escape.
  return json.includes(String.raw`\ud`) ? json.replaceAll(halfCharacter, "$1\uFFFD") : json;
}

/** Behind an even number of backslashes, so that it is an escape and not a text about one. */
const halfCharacter = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/** About how much memory a value takes, in characters. It works without recursion. */
export function estimateSize(value: unknown): number {
  let size = 0;
  for (let level: unknown[] = [value]; level.length > 0; level = level.flatMap(inside)) {
    for (const one of level) size += ownSize(one);
  }
  return size;
}

function ownSize(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 8;
  if (Array.isArray(value)) return 100;
  return Object.keys(value).reduce((size, name) => size + name.length, 100);
}
