// Texts that were written to stop everybody who reads or shows them: they nest, repeat, or make a rule look at the rest
// of the text again and again.

export function hostileTexts(length: number): Record<string, string> {
  const filled = (part: string) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
  const half = (part: string) => filled(part).slice(0, length / 2);
  const steps = Math.floor(Math.sqrt(length));
  return {
    "deep quotes": filled("> "),
    "deep quotes without spaces": filled(">"),
    "deep numbered lists": filled("1. "),
    "deep lists": filled("- "),
    "deep lists in quotes": filled("> 1. "),
    "lists that are indented deeper and deeper": Array.from({ length: steps }, (_, at) => `${" ".repeat(at)}- a`).join(
      "\n",
    ),
    "lists of two kinds in turn": filled("1) a\n2. b\n"),
    "loose lists": filled("- a\n\n"),
    "lines that are almost rules": filled("- - - x\n"),
    "deep emphasis": `${half("*")}a${half("*")}`,
    "emphasis that is not closed": filled("**_a"),
    "emphasis within words": filled("_a_"),
    "brackets that are not closed": filled("["),
    "deep links": `${half("[")}x${half("](")}`,
    "links that are not closed": filled("[a](b "),
    pictures: filled("!["),
    "deep parentheses": `[a](${filled("\\(")}`,
    "an address of mail without an end": `${filled("a")}@`,
    "addresses of mail": filled("a@b."),
    "crossed out words that are not closed": filled("~a ~~b"),
    "code of growing signs": Array.from({ length: steps }, (_, at) => `${"`".repeat(at)}a`).join(""),
    "tags that are not closed": filled("<a "),
    "comments that are not closed": filled("<!--"),
    "names of characters": filled("&#"),
    "names of links": filled('[a]: b "c\n'),
    "a table of one column and many rows": `|a|\n|-|\n${filled("|b|\n")}`,
    "a table whose short rows are filled up": `|${"a|".repeat(400)}\n|${"-|".repeat(400)}\n${filled("a\n")}`,
    "a row of many cells": `${half("|a")}|\n${half("|-")}|\n`,
    "one long line": filled("a"),
    "one long line of words": filled("a b "),
    "empty lines": filled("\n"),
    spaces: `x${filled(" ")}x`,
    "halves of characters": filled("\uD800"),
    "overrides of the direction": filled("\u202E"),
    "zero characters": filled("\0"),
    "sequences of a terminal": filled("\u001B]8;;"),
    "names of prototypes": filled("__proto__ [constructor]: toString\n"),
  };
}
