const lengthMax = 80;

/** The first line of a text that has one, as far as a list can show it; no character is cut in two. */
export function shortName(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  const characters = Array.from(line.trim());
  return characters.length <= lengthMax ? line.trim() : `${characters.slice(0, lengthMax - 1).join("")}…`;
}
