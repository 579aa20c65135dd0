// The two themes differ in their colors alone, and only tokens.css knows of them. tests/web/browser.ts relies on it: in
// one of the themes it looks at colors only.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { rootDirectory } from "../scripts/settings";

const sources = path.join(rootDirectory, "web/src");
const files = readdirSync(sources, { recursive: true, encoding: "utf8" });
const stylesheets = files.filter((name) => name.endsWith(".css"));
const tokens = path.join("styles", "tokens.css");
const ofThemes = /light-dark\(|color-scheme|data-theme/;
const choosesTheme = /^(?:color-scheme: (?:light dark|light|dark);|:root\[data-theme="(?:light|dark)"\] \{)$/;

const textOf = (name: string) => readFileSync(path.join(sources, name), "utf8").replaceAll(/\/\*[^]*?\*\//g, "");

it("no code asks for the theme of the system", () => {
  const code = files.filter((name) => /\.tsx?$/.test(name));
  expect(code.length).toBeGreaterThan(100);
  expect(code.filter((name) => /prefers-color-scheme|light-dark\(/.test(textOf(name)))).toEqual([]);
});

it("only the colors of tokens.css depend on the theme", () => {
  expect(stylesheets).toContain(tokens);
  expect(stylesheets.filter((name) => name !== tokens && ofThemes.test(textOf(name)))).toEqual([]);
  // `light-dark` takes colors and nothing else.
  const others = textOf(tokens)
    .replaceAll(/--[\w-]+:[^;]*;/g, "")
    .split("\n")
    .map((line) => line.trim());
  const found = others.filter((line) => ofThemes.test(line));
  expect(found.length).toBeGreaterThan(2);
  expect(found.filter((line) => !choosesTheme.test(line))).toEqual([]);
});
