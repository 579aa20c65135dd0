// The tests that docs/proofs.md names exist, and they read the variables that its commands set.
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
