// Signs that cannot be seen, or that change the order of what can be seen, are shown as what they are: a diff must not
// look other than what it does.

const hidden = /(?![\t\n])\p{Cc}|[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

export function showInvisible(text: string): string {
  return text.replaceAll(hidden, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    if (sign === "\r") return "␍";
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}
