// A very long text is shown in part, so that one message cannot make the page slow. What is hidden comes in pieces that
// are as short, one for each press. This file is pure.
const maxLength = 12_000;

/**
 * Shows the end of a text that grows, and the beginning of any other. It is cut between lines. A growing text may be
 * twice as long, since each cut moves what somebody reads.
 */
export function clipText(text: string, part: "beginning" | "end"): { shown: string; hidden: number } {
  if (text.length <= maxLength * (part === "end" ? 2 : 1.2)) return { shown: text, hidden: 0 };
  const shown = part === "end" ? lastLines(text) : firstLines(text);
  return { shown, hidden: text.length - shown.length };
}

function firstLines(text: string): string {
  const cut = text.lastIndexOf("\n", maxLength);
  return text.slice(0, cut > maxLength / 2 ? cut : maxLength);
}

/** The next piece of what is hidden: from its beginning, or else from its end. */
export function nextHiddenPart(hidden: string, part: "beginning" | "end"): string {
  if (hidden.length <= maxLength) return hidden;
  if (part === "beginning") return firstLines(hidden);
  const cut = hidden.indexOf("\n", hidden.length - maxLength);
  return hidden.slice(cut >= 0 && cut < hidden.length - maxLength / 2 ? cut + 1 : hidden.length - maxLength);
}

/** The beginning moves in steps, so that a growing text keeps it for a while. */
function lastLines(text: string): string {
  const from = Math.floor((text.length - maxLength) / maxLength) * maxLength;
  const cut = text.indexOf("\n", from);
  return text.slice(cut >= 0 && cut < from + maxLength / 2 ? cut + 1 : from);
}
