// The documents name only files, links and commands that exist.
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { documents, read } from "./documents";

const isThere = (file: string) => existsSync(path.join(rootDirectory, file));

/** All matches of the pattern's group in the documents, with the folder of each document. */
const found = (pattern: RegExp) =>
  documents.flatMap(({ document, folder, text }) =>
    [...text.matchAll(pattern)].map(([, name = ""]) => ({ document, folder, name })),
  );

it("links lead to existing files of the repository", () => {
  const links = found(/\]\(([^)#:]+)(?:#[^)]*)?\)/g);
  expect(links.length).toBeGreaterThan(30);
  expect(links.filter(({ folder, name }) => !isThere(path.join(folder, name)))).toEqual([]);
});

it("links to a section name a heading that is there", () => {
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-");
  const anchorsIn = (file: string) =>
    [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
  const links = documents.flatMap(({ document, folder, text }) =>
    [...text.matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)].map(([, file = "", anchor = ""]) => {
      return { document, anchor, file: file === "" ? document : path.join(folder, file) };
    }),
  );
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ file, anchor }) => !anchorsIn(file).includes(anchor))).toEqual([]);
});

it("paths name existing files", () => {
  const isIn = (places: string[], name: string) => places.some((place) => isThere(path.join(place, name)));
  // The document of the API is at a path of the service, and an agent writes the other file in its worktree.
  const elsewhere = new Set(["api/v1/openapi.json", "switchyard/undone.json"]);
  const paths = found(/`[^`\n]*?((?:\w+\/)+[\w.]+\.(?:ts|mjs|md|json))[^`\n]*`/g).filter(
    ({ name }) => !elsewhere.has(name),
  );
  expect(paths.length).toBeGreaterThan(100);
  // Paths are relative to the root, to the folder of a README, or to the folder that their section is about.
  const places = [".", "convex", "engine/application", "packages/runner/src"];
  expect(paths.filter(({ folder, name }) => !isIn([...places, folder], name))).toEqual([]);
});

it("commands are in package.json", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const commands = found(/npm run (?:--silent )?([\w:]+)/g);
  expect(commands.length).toBeGreaterThan(30);
  expect(commands.filter(({ name }) => !(name in scripts))).toEqual([]);
});
