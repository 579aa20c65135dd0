/** Indents code: a line with a brace at its end opens a level, one with a brace at its beginning closes one. */
export function indented(text: string): string {
  let level = 0;
  return text.replaceAll(/^.+$/gm, (line) => {
    if (line.startsWith("}")) level -= 1;
    const shown = "  ".repeat(level) + line.trimEnd();
    if (line.endsWith("{")) level += 1;
    return shown;
  });
}
