// What may stand in the log of what clients sent: never a value, which may be a secret, and never more than a line of a
// few kilobytes, which a disk can take at any rate.

/** Where the messages of validators (`value/validate.ts`) repeat what they looked at. */
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

/** The beginning of a text, such that it takes no more than so many bytes as JSON. */
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
