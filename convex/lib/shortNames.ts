const lengthMax = 80;

/** The first line of a text that is not empty, shortened for lists. No character is cut in two. */
export function shortName(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  const characters = Array.from(line.trim());
  return characters.length <= lengthMax ? line.trim() : `${characters.slice(0, lengthMax - 1).join("")}…`;
}
