// Which texts the rule of plain English judges, and which it leaves out.
import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rootDirectory } from "../settings";
import { phrases } from "./phrases.mjs";

const judged: [name: string, code: string][] = [
  ["a comment", "// The text is no number."],
  ["a comment over two lines", "// The text is no\n// number."],
  ["a comment with asterisks", "/**\n * The text is no\n * number.\n */"],
  ["a text in quotes", 'throw new Error("The limit is no number.");'],
  ["a text in another case", 'throw new Error("IS NO NUMBER at all.");'],
  ["a text in two parts", 'throw new Error("The limit is " + "no number.");'],
  ["a text in two parts once", 'throw new Error("The limit is no number. " + name);'],
  ["a text with values in it", "throw new Error(`The ${name} is no number, ${name}.`);"],
  ["a text of JSX", "const page = <p>The limit is no number.</p>;"],
  ["a text of JSX over two lines", "const page = (\n  <p>\n    The limit is no\n    number.\n  </p>\n);"],
  ["a short text of JSX", "const page = <p>{name} anew</p>;"],
  ["an attribute of JSX", 'const page = <Empty title="The limit is no number" />;'],
  ["the title of a test", 'it("begins anew", run);'],
  ["the title of a group of tests", 'describeEverywhere("begins anew", run);'],
  ["the title of a table of tests", 'it.each(rows)("begins anew", run);'],
  ["the title behind a table in backticks", "test.each`a | b`(`${name} anew`, run);"],
  ["the name of a case", 'const cases = [["a name that is no number", 1]];'],
];
const leftOut: [name: string, code: string][] = [
  ["a text that is plain", 'throw new Error("The limit is not a number.");'],
  ["a name", 'const kind = "is no";'],
  ["code", 'const source = "const is_no = () => is.no(number);";'],
  ["what backticks quote in a comment", "// The message `It is no number.` is that of Convex."],
  ["what backticks quote in a text", 'throw new Error("It says `is no number` there.");'],
  ["an argument that is not a title", 'it("fails", "anew", run);'],
  ["comments with a line between them", "// The text is\n\n// no number."],
];

let folder: string;
/** The messages of the linter by the name of the case. */
const messages = new Map<string, string[]>();

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "switchyard-english-")));
  const config = {
    jsPlugins: [path.join(rootDirectory, "scripts/lintRules.mjs")],
    categories: { correctness: "off" },
    rules: { "switchyard/plain-english": "error" },
  };
  writeFileSync(path.join(folder, ".oxlintrc.json"), JSON.stringify(config));
  const cases = [...judged, ...leftOut];
  cases.forEach(([, code], index) => writeFileSync(path.join(folder, `case${index}.tsx`), code));
  const { diagnostics, number_of_files } = await lint();
  if (number_of_files !== cases.length) throw new Error(`The linter has read ${number_of_files} files.`);
  for (const { filename, message } of diagnostics) {
    const name = cases[Number(/case(\d+)/.exec(filename)?.[1])]?.[0] ?? filename;
    messages.set(name, [...(messages.get(name) ?? []), message]);
  }
});

/** Returns what the linter says about the folder. It ends with 1 when it has found something. */
function lint(): Promise<{ diagnostics: { filename: string; message: string }[]; number_of_files: number }> {
  const program = path.join(rootDirectory, "node_modules/.bin/oxlint");
  return new Promise((resolve, reject) => {
    execFile(program, ["--format", "json"], { cwd: folder }, (error, stdout) => {
      if (stdout === "") reject(error ?? new Error("The linter printed nothing."));
      else resolve(JSON.parse(stdout));
    });
  });
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the rule of plain English", () => {
  it.each(judged)("judges %s", (name) => {
    expect(messages.get(name)).toEqual([expect.stringMatching(/^"(?:is no number|anew)": say /i)]);
  });

  it.each(leftOut)("leaves out %s", (name) => {
    expect(messages.get(name)).toBeUndefined();
  });
});

it("each phrase has an example of its own, which it refuses", () => {
  expect(phrases.filter(({ example, pattern }) => !pattern.test(example))).toEqual([]);
  expect(new Set(phrases.map(({ example }) => example)).size).toBe(phrases.length);
});
