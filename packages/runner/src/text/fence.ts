// Text that somebody else has written goes into a prompt between fences that it cannot end.

/** As a block of code in Markdown, whose fence is longer than any in the text. */
export function fenced(text: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return `${fence}\n${text}\n${fence}`;
}

const maxNames = 200;

/** Names of files, one a line. JSON keeps each on its line, whatever it has in it. */
export function fencedNames(names: readonly string[]): string {
  const lines = names.slice(0, maxNames).map((name) => withoutLineEnds(JSON.stringify(name)));
  const more = names.length > maxNames ? `\n\nThere are ${names.length - maxNames} more.` : "";
  return `${fenced(lines.join("\n"))}${more}`;
}

/** JSON leaves these three as they are, and some readers begin a new line at them. */
function withoutLineEnds(json: string): string {
  return json
    .replaceAll("\u0085", String.raw`\u0085`)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
}
