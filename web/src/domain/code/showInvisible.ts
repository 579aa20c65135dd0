// Signs that cannot be seen, or that change the order of what can be seen, are shown as what they are: a diff must not
// look other than what it does.
import { invisible } from "../../../../packages/runner/src/text/invisible";

export function showInvisible(text: string): string {
  return text.replaceAll(invisible, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    if (sign === "\r") return "␍";
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}
