// A very long text is shown in part, so that one message cannot make the page slow. This file is pure.
const maxLength = 12_000;

/** While a text grows its end is shown, and afterwards its beginning. It is cut between lines. */
export function clipped(text: string, part: "beginning" | "end"): { shown: string; hidden: number } {
  if (text.length <= maxLength * 1.2) return { shown: text, hidden: 0 };
  const shown = part === "end" ? lastLines(text) : firstLines(text);
  return { shown, hidden: text.length - shown.length };
}

function firstLines(text: string): string {
  const cut = text.lastIndexOf("\n", maxLength);
  return text.slice(0, cut > maxLength / 2 ? cut : maxLength);
}

/** The beginning moves in steps, so that a growing text keeps it for a while. */
function lastLines(text: string): string {
  const from = Math.floor((text.length - maxLength) / (maxLength / 2)) * (maxLength / 2);
  const cut = text.indexOf("\n", from);
  return text.slice(cut >= 0 && cut < from + maxLength / 2 ? cut + 1 : from);
}
