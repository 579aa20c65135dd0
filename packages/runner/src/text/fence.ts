// Text that somebody else has written goes into a prompt between fences that it cannot end.

/** As a block of code in Markdown, whose fence is longer than any in the text. */
export function fenced(text: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return `${fence}\n${text}\n${fence}`;
}
