// The tests that docs/proofs.md, docs/security.md and docs/isolation.md name exist. Those of docs/proofs.md read the
// variables that its commands set.
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";

const document = readFileSync(path.join(rootDirectory, "docs/proofs.md"), "utf8");
const commands = [...document.matchAll(/\| `(?:([A-Z_]+)=\d+ )?npx vitest run ([^`]+)`/g)];
if (commands.length === 0) throw new Error("docs/proofs.md names no test.");

describe("a command of docs/proofs.md", () => {
  it.each(commands.map(([, variable, paths = ""]) => ({ variable, paths })))("runs $paths", ({ variable, paths }) => {
    const places = paths.split(" ").map((name) => path.join(rootDirectory, name));
    expect(places.filter((place) => statSync(place, { throwIfNoEntry: false }) === undefined)).toEqual([]);
    if (variable === undefined) return;
    expect(places.map((place) => readFileSync(place, "utf8")).join("")).toContain(`process.env["${variable}"]`);
  });
});

const security = readFileSync(path.join(rootDirectory, "docs/security.md"), "utf8");
const named = [...security.matchAll(/`([\w/]+(?:\.test\.ts)|(?:tests|engine)\/[\w/]+)`/g)].map(([, name = ""]) => name);

describe("docs/security.md", () => {
  it("names tests, and all of them are there", () => {
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter(
      (name) => statSync(path.join(rootDirectory, name), { throwIfNoEntry: false }) === undefined,
    );
    expect(missing).toEqual([]);
  });
});

const isolation = readFileSync(path.join(rootDirectory, "docs/isolation.md"), "utf8");
const kinds = ["none", "bubblewrap", "docker"];

describe("the table of docs/isolation.md", () => {
  const [, table = ""] = /^\| an agent can [^\n]*\n\|[- |]+\|\n([^]*?)^$/m.exec(isolation) ?? [];
  const cells = table
    .trim()
    .split("\n")
    .map((row) => row.split("|").slice(2, -1));
  const tests = [...isolation.matchAll(/^\| (\w\d+) +\| `([^`]+)`: (.+?) *\|$/gm)];
  const namesIn = (text: string) => [...text.matchAll(/\[(\w\d+)\]/g)].map(([, name]) => name);

  it("says for each kind what an agent can read, write, reach and keep, and each cell names a test", () => {
    expect([...table.matchAll(/\*\*(\w+)\*\*/g)].map(([, word]) => word)).toEqual(["read", "write", "reach", "keep"]);
    expect(cells.length).toBeGreaterThan(12);
    expect(cells.filter((row) => row.length !== kinds.length)).toEqual([]);
    expect(cells.flat().filter((cell) => namesIn(cell).length === 0)).toEqual([]);
  });

  it("names tests that are there, by their file and title, and all that are listed", () => {
    const listed = tests.map(([, name]) => name);
    expect(new Set(listed).size).toBe(listed.length);
    expect(new Set(cells.flat().flatMap(namesIn))).toEqual(new Set(listed));
    const missing = tests.filter(([, , file = "", title = ""]) => {
      const place = path.join(rootDirectory, file);
      if (statSync(place, { throwIfNoEntry: false }) === undefined) return true;
      const source = readFileSync(place, "utf8");
      return !source.includes(`("${title}"`);
    });
    expect(missing.map(([line]) => line)).toEqual([]);
  });
});
