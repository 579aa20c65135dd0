// The layers of the product agree in CONTRIBUTING.md's drawing and in the linter's rules. Each folder of `convex/` is
// in one layer and imports nothing from the layers above. Within a layer folders may import one another, but in a
// circle only if they are listed here.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { arrowsBetween, circles, folderOfProduct, reachable } from "../scripts/importGraph";
import type { Source } from "../scripts/importGraph";
import { rootDirectory } from "../scripts/settings";

interface Layer {
  name: string;
  folders: string[];
}

const read = (file: string) => readFileSync(path.join(rootDirectory, file), "utf8");

/**
 * Returns the layers of the drawing, the highest first: a line with the name and a description, and below it,
 * indented, the folders.
 */
function drawnLayers(): Layer[] {
  const [, drawing = ""] = /^### Layers of the product$[^]*?^```$([^]*?)^```$/m.exec(read("CONTRIBUTING.md")) ?? [];
  return [...drawing.matchAll(/^(\w+):.*\n((?: +.*\n)+)/gm)].map(([, name = "", folders = ""]) => {
    return { name, folders: folders.trim().split(/\s+/) };
  });
}

interface Pattern {
  regex?: string;
  message: string;
}

interface Override {
  files: string[];
  rules: Record<string, [string, { patterns?: (string | Pattern)[] }]>;
}

/** Returns the layers of the linter's rules, the highest first, with the imports that are forbidden to each. */
function lintedLayers(): (Layer & { forbidden: RegExp })[] {
  const { overrides } = JSON.parse(read(".oxlintrc.json")) as { overrides: Override[] };
  const layers = overrides.flatMap(({ files, rules }) => {
    const [, options] = rules["eslint/no-restricted-imports"] ?? [];
    const patterns = (options?.patterns ?? []).filter((pattern) => typeof pattern === "object");
    const rule = patterns.find(({ message }) => message.startsWith("That is above the layer"));
    const [, name = ""] = /`(\w+)`/.exec(rule?.message ?? "") ?? [];
    const [, folders = ""] = /^convex\/\{?([\w,]+)\}?\/\*\*$/.exec(files.join()) ?? [];
    return rule?.regex === undefined ? [] : { name, folders: folders.split(","), forbidden: new RegExp(rule.regex) };
  });
  return layers.toReversed();
}

const entries = readdirSync(path.join(rootDirectory, "convex"), { recursive: true, encoding: "utf8" });
const files = entries.filter((file) => file.endsWith(".ts") && !/\.test\.ts$|^_generated/.test(file));
const sources: Source[] = files.map((file) => ({ file: `convex/${file}`, text: read(`convex/${file}`) }));
const folders = [...new Set(sources.map(folderOfProduct))].filter((folder) => !folder.endsWith(".ts"));

it("each folder of convex/ is in one layer, the same in CONTRIBUTING.md and in the linter's rules", () => {
  expect(drawnLayers()).toEqual(lintedLayers().map(({ name, folders: listed }) => ({ name, folders: listed })));
  const listed = drawnLayers().flatMap((layer) => layer.folders);
  expect(listed.toSorted()).toEqual(folders.toSorted());
});

it("the linter forbids each layer exactly the imports from above", () => {
  const layers = lintedLayers();
  const folderImports = [...folders.map((folder) => `../${folder}/model`), "../schema", "../http", "../crons"];
  const wrong = layers.flatMap(({ name, forbidden }, height) => {
    const above = layers.slice(0, height).flatMap((layer) => layer.folders.map((folder) => `../${folder}/model`));
    const expected = new Set([...above, "../schema", "../http", "../crons"]);
    return folderImports
      .filter((imported) => forbidden.test(imported) !== expected.has(imported))
      .map((imported) => `${name}: ${imported}`);
  });
  expect(layers.length).toBeGreaterThan(1);
  expect(wrong).toEqual([]);
});

/** The folders that a run changes, and that change the run. */
const circle = (
  "answeringSessions issueSessions issues jobInputs jobs merging messages runEvents runSteps runs sandboxes " +
  "sessionQuestions sprintChains workChains"
).split(" ");

it("folders import one another in a single circle, which CONTRIBUTING.md lists", () => {
  expect(circles(arrowsBetween(sources, folderOfProduct, "values"))).toEqual([circle]);
  const work = drawnLayers().find(({ name }) => name === "work")?.folders ?? [];
  expect(circle.filter((folder) => !work.includes(folder))).toEqual([]);
  const prose = read("CONTRIBUTING.md").replaceAll(/\s+/g, " ");
  expect(prose).toContain(circle.map((folder) => `\`${folder}\``).join(", "));
});

/** The action of `job.claim`, and the functions that it calls by their names. */
const claimFiles = ["convex/jobs/waitForClaim.ts", "convex/jobs/claimCallbacks.ts"];

/** Returns the files that a claim loads. Imports by the file `closed` do not count. */
function reachedByClaim(closed?: string): string[] {
  const arrows = arrowsBetween(sources, ({ file }) => file, "loads").filter(({ from }) => from !== closed);
  const reached = new Set(claimFiles);
  for (const start of claimFiles) for (const file of reachable(start, arrows)) reached.add(file);
  return [...reached].toSorted();
}

it("a claim imports only jobs, and the inputs of a run", () => {
  const reached = reachedByClaim("convex/jobInputs/run.ts");
  const reachedFolders = reached.map((file) => folderOfProduct({ file }));
  expect([...new Set(reachedFolders)].toSorted()).toEqual([
    "callback",
    "callers",
    "jobInputs",
    "jobs",
    "lib",
    "runners",
  ]);
  expect(reached.filter((file) => file.startsWith("convex/jobInputs/"))).toEqual(["convex/jobInputs/run.ts"]);
});

it("a claim ends no work: of the circle it loads only what it reads of a run, and not the end of a job", () => {
  const others = new Set(circle.filter((folder) => folder !== "jobs" && folder !== "jobInputs"));
  const reached = reachedByClaim();
  expect(reached.filter((file) => others.has(folderOfProduct({ file })))).toEqual(["convex/runSteps/outputs.ts"]);
  expect(reached).toContain("convex/jobs/buildClaimResult.ts");
  expect(reached).not.toContain("convex/jobs/endings.ts");
});
