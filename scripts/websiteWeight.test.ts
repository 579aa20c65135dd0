// What a browser has to load: at first, for the page of a run, and as styles, all compressed.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chunkGroups } from "../web/chunkGroups";
import { rootDirectory } from "./settings";
import { build } from "./website";

interface Chunk {
  file: string;
  src?: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

let folder: string;
let manifest: Record<string, Chunk>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-weight-"));
  const failure = await build(folder);
  if (failure !== null) throw new Error(failure);
  manifest = JSON.parse(readFileSync(path.join(folder, ".vite/manifest.json"), "utf8")) as typeof manifest;
});

afterAll(() => rmSync(folder, { recursive: true }));

const kilobytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length, 0) /
  1000;

/** The chunks that a browser loads with this one. */
function loaded(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const other of manifest[name]?.imports ?? []) loaded(other, found);
  return found;
}

const scripts = (names: Iterable<string>) => new Set([...names].map((name) => manifest[name]?.file ?? ""));
const first = () => loaded("index.html");

/** What is left of a page when the first load is there. */
function beyondFirst(names: Iterable<string>): Set<string> {
  const known = first();
  return new Set([...names].filter((name) => !known.has(name)));
}

/** The page of a run with its tabs, but without the languages of the highlighter, which are loaded one by one. */
function runPage(): Set<string> {
  const all = loaded("src/pages/run/RunPage.tsx");
  for (const name of all) {
    const parts = manifest[name]?.dynamicImports ?? [];
    for (const part of parts.filter((part) => !part.includes("highlight.js/"))) loaded(part, all);
  }
  return beyondFirst(all);
}

it("loads at most 130 kB of scripts at first", () => {
  const size = kilobytes(scripts(first()));
  console.log(`first load: ${size.toFixed(1)} kB`);
  expect(size).toBeGreaterThan(80);
  expect(size).toBeLessThanOrEqual(130);
});

// 64 kB until it had a tab for its proof, 66 kB until it had one for feedback, with rounds, and 70 kB until it showed
// artifacts.
it("loads at most 72 kB more for the page of a run", () => {
  const size = kilobytes(scripts(runPage()));
  console.log(`the page of a run: ${size.toFixed(1)} kB more`);
  expect(size).toBeGreaterThan(5);
  expect(size).toBeLessThanOrEqual(72);
});

it("loads at most 25 kB more for the charts", () => {
  const size = kilobytes(scripts(beyondFirst(loaded("src/pages/usage/UsagePage.tsx"))));
  expect(size).toBeGreaterThan(1);
  expect(size).toBeLessThanOrEqual(25);
});

it("has at most 15 kB of styles on any page", () => {
  const stylesOf = (names: Iterable<string>) => new Set([...names].flatMap((name) => manifest[name]?.css ?? []));
  const pages = Object.keys(manifest).filter((name) => name.startsWith("src/pages/"));
  for (const page of pages) {
    expect({ page, fits: kilobytes(stylesOf(loaded(page, first()))) <= 15 }).toEqual({ page, fits: true });
  }
});

// A folder that got another name would silently belong to no group.
it("finds every file and folder that the groups name", () => {
  const named = chunkGroups.flatMap(({ of, except = [] }) => of.concat(except));
  const paths = named.filter((part) => /^(?:web|convex|node_modules)\//.test(part));
  const beside = (part: string) => readdirSync(path.join(rootDirectory, path.dirname(part)));
  const missing = paths.filter((part) => !beside(part).some((name) => name.startsWith(path.basename(part))));
  expect(paths.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
