// Removes from log texts what clients sent. A value may be a secret, so the log never shows one. A line has at most a
// few kilobytes, so that clients cannot fill the disk.

/** The places where messages of validators (`value/validate.ts`) repeat the value that they checked. */
const REPEATED: [RegExp, string][] = [
  [/^(Value|Object): .*$/gm, "$1: (not logged)"],
  [/`.*` does not match literal validator/g, "A value does not match literal validator"],
  [/Found ID ".*" from/g, "Found an ID from"],
  [/Object contains extra field `.*` that/g, "Object contains an extra field that"],
];

export function withoutValues(message: string): string {
  if (!message.includes("ValidationError: ")) return message;
  return REPEATED.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), message);
}

/** Returns the beginning of a text that takes at most `maxBytes` as JSON. */
export function cutText(text: string, maxBytes: number): string {
  if (text.length * 6 <= maxBytes || bytesAsJson(text) <= maxBytes) return text;
  let longest = Math.min(text.length, Math.max(0, maxBytes - ELLIPSIS_BYTES));
  while (longest > 0 && bytesAsJson(text.slice(0, longest)) > maxBytes - ELLIPSIS_BYTES) {
    longest = Math.floor(longest * 0.8);
  }
  return `${text.slice(0, longest)}…`;
}

const ELLIPSIS_BYTES = 3;

export function bytesAsJson(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
