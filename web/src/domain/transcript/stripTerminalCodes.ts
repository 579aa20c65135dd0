// Texts of tools hold colours and cursor movements of terminals, which a page shows as rubbish. This file is pure.
const escape = "\u001B";
const bell = "\u0007";

const sequences = new RegExp(
  [
    // Titles and links of a terminal, up to their end.
    `${escape}\\][^${bell}${escape}]*(?:${bell}|${escape}\\\\)`,
    // Colours and movements.
    `(?:${escape}\\[|\u009B)[0-?]*[ -/]*[@-~]`,
    `${escape}[ -/]*[0-~]`,
    // What is left of control characters, except tabs and line ends.
    "[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]",
  ].join("|"),
  "g",
);

export function stripTerminalCodes(text: string): string {
  return (
    text
      .replaceAll("\r\n", "\n")
      .replaceAll(sequences, "")
      // A bare return begins the line again, as progress bars do: the last state of the line is what a reader would
      // see.
      .replaceAll(/^.*\r(?=[^\n])/gm, "")
      .replaceAll("\r", "")
  );
}
