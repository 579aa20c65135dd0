// The text by which a row is found: its name and the beginning of what it says, in one field, as an index searches one.
// Bounded, so that finding rows costs little when they are written.

const lengthMax = 1000;

export function searchTextOf(...texts: (string | undefined)[]): string {
  const text = texts.filter((one) => one !== undefined).join("\n");
  // Half a character is none.
  return text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, "");
}
