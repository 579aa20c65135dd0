import { expect, it } from "vitest";
import { toLine, toWords } from "./commandWords";

it.each<[string, string[]]>([
  ["npm test", ["npm", "test"]],
  ["  npm   test ", ["npm", "test"]],
  [`sh -c "npm ci && npm test"`, ["sh", "-c", "npm ci && npm test"]],
  [`sh -c 'echo "a\\b"'`, ["sh", "-c", 'echo "a\\b"']],
  [String.raw`a\ b "c\"d" ''`, ["a b", 'c"d', ""]],
  ["", []],
  [`echo "not closed`, ["echo", "not closed"]],
])("%j has the words %j", (line, words) => {
  expect(toWords(line)).toEqual(words);
});

it.each([[["npm", "test"]], [["sh", "-c", 'it\'s $HOME && "x" \\ y']], [["a b", "", "ü"]], [[]]])(
  "the words %j become a line and these words again",
  (words) => {
    expect(toWords(toLine(words))).toEqual(words);
  },
);
