// The key that "Try it" sends. It is kept in the memory of this page alone: a reload forgets it.

const kept = { key: "" };

export function keptKey(): string {
  return kept.key;
}

export function keepKey(key: string): void {
  kept.key = key.trim();
}
