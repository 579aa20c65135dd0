// A command as people type it, and the words of which it is made. This file is pure.

/** Splits as a shell does: spaces separate, quotes keep together, and a backslash takes the next character as it is. */
export function toWords(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index);
    if (character === "\\" && quote !== "'" && index + 1 < line.length) {
      word = (word ?? "") + line.charAt(++index);
    } else if (quote !== null) {
      if (character === quote) quote = null;
      else word = (word ?? "") + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + character;
  }
  if (word !== null) words.push(word);
  return words;
}

/** The line that `toWords` splits into these words. */
export function toLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(" ");
}
