// scripts/layers.mjs is the one table of which folder may import which, and the linter holds it. Here it is compared
// with the folders that exist and with the drawings in the documents. The last tests check what a claim loads.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { arrowsBetween, circles, folderOfProduct, reachable } from "../scripts/importGraph";
import type { Source } from "../scripts/importGraph";
import { objection, trees } from "../scripts/layers.mjs";
import { rootDirectory } from "../scripts/settings";

const read = (file: string) => readFileSync(path.join(rootDirectory, file), "utf8");
const product = trees.find(({ root }) => root === "convex");

describe.each(trees.filter(({ root }) => root !== ""))("the table of $root", ({ root, mayImport }) => {
  it("has each folder with code, and only those", () => {
    const entries = readdirSync(path.join(rootDirectory, root), { recursive: true, encoding: "utf8" });
    const sources = entries.filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$|\.test\.|^_generated/.test(file));
    const folders = sources.map((file) => file.split(path.sep)).filter(({ length }) => length > 1);
    const listed = Object.keys(mayImport).filter((name) => !sources.includes(`${name}.ts`));
    expect(new Set(listed)).toEqual(new Set(folders.map(([folder]) => folder)));
  });

  it("leads in no circle of different layers", () => {
    const arrows = Object.entries(mayImport).flatMap(([from, names]) => names.map((to) => ({ from, to })));
    const layered = product?.root === root ? [] : circles(arrows.filter(({ from, to }) => from !== to));
    expect(layered).toEqual([]);
  });
});

describe("the linter", () => {
  const refused: [string, string][] = [
    ["convex/lib/ids", "convex/runs/model"],
    ["convex/runs/model", "convex/schema"],
    ["convex/runs/model", "engine/value/json"],
    ["web/src/parts/Button", "web/src/pages/run/RunPage"],
    ["web/src/domain/one", "web/src/app/areas"],
    ["packages/runner/src/git/git", "packages/runner/src/jobLoop/loop"],
    ["packages/runner/src/git/git", "convex/runs/model"],
    ["engine/database/writer", "engine/server/servers"],
    ["engine/server/servers", "engine/runtime/program"],
    ["engine/application/log/lines", "engine/application/push/push"],
    ["engine/application/log/lines", "engine/application/engineApplication"],
  ];
  const accepted: [string, string][] = [
    ["convex/runs/model", "convex/lib/ids"],
    ["convex/runs/model", "convex/jobs/model"],
    ["convex/runs/model", "convex/_generated/api"],
    ["convex/schema", "convex/runs/schema"],
    ["web/src/pages/run/RunPage", "convex/runs/states"],
    ["web/src/main", "web/src/app/App"],
    ["engine/server/servers", "engine/runtime/contract"],
    ["engine/application/calls/one", "engine/database/writer"],
    ["engine/startEngine", "engine/server/servers"],
  ];

  it.each(refused)("refuses that %s imports %s", (file, target) => {
    expect(objection(file, target)).toContain("must not import from");
  });

  it.each(accepted)("accepts that %s imports %s", (file, target) => {
    expect(objection(file, target)).toBeNull();
  });
});

/** Returns the layers of the drawing: a line with the name and a description, and below it, indented, the folders. */
function drawnLayers() {
  const [, drawing = ""] = /^### Layers of the product$[^]*?^```$([^]*?)^```$/m.exec(read("CONTRIBUTING.md")) ?? [];
  return [...drawing.matchAll(/^(\w+): (.*)\n((?: +.*\n)+)/gm)].map(([, name, about, folders = ""]) => {
    return { name, about, folders: folders.trim().split(/\s+/) };
  });
}

it("CONTRIBUTING.md draws the layers of the product", () => {
  expect(drawnLayers()).toEqual(product?.layers);
});

it("CONTRIBUTING.md names the layers of the dashboard and of the runner in their order", () => {
  const prose = read("CONTRIBUTING.md").replaceAll(/\s+/g, " ");
  for (const tree of trees.filter(({ root }) => root === "web/src" || root === "packages/runner/src")) {
    const layers = tree.layers.map(({ folders }) => folders.map((folder) => `\`${folder}\``).join(" "));
    expect(prose).toContain(layers.join(", "));
  }
});

it("engine/README.md has what the folders of the application import", () => {
  const rows = [...read("engine/README.md").matchAll(/^\| `(\w+)\/` +\|[^|]*\| (.*?) +\|$/gm)];
  const table = Object.fromEntries(
    rows.map(([, folder, names = ""]) => [folder, [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name)]),
  );
  const application = trees.find(({ root }) => root === "engine/application")?.mayImport ?? {};
  for (const [folder, names] of Object.entries(application)) {
    const others = names.filter((name) => name !== "contract");
    expect([folder, table[folder] ?? []]).toEqual([folder, others]);
  }
});

const entries = readdirSync(path.join(rootDirectory, "convex"), { recursive: true, encoding: "utf8" });
const files = entries.filter((file) => file.endsWith(".ts") && !/\.test\.ts$|^_generated/.test(file));
const sources: Source[] = files.map((file) => ({ file: `convex/${file}`, text: read(`convex/${file}`) }));

/** The folders that a run changes, and that change the run. */
const circle = (
  "answeringSessions issueSessions issues jobInputs jobs merging messages runEvents runSteps runs sandboxes " +
  "sessionQuestions sprintChains workChains"
).split(" ");

it("folders import one another in a single circle, which CONTRIBUTING.md lists", () => {
  expect(circles(arrowsBetween(sources, folderOfProduct, "values"))).toEqual([circle]);
  const work = product?.layers.find(({ name }) => name === "work")?.folders ?? [];
  expect(circle.filter((folder) => !work.includes(folder))).toEqual([]);
  const prose = read("CONTRIBUTING.md").replaceAll(/\s+/g, " ");
  expect(prose).toContain(circle.map((folder) => `\`${folder}\``).join(", "));
});

/** The action of `job.claim`, and the functions that it calls by their names. */
const claimFiles = ["convex/jobs/waitForClaim.ts", "convex/jobs/claimOperations.ts"];

/** Returns the files that a claim loads. Imports by the file `closed` do not count. */
function reachedByClaim(closed?: string): string[] {
  const arrows = arrowsBetween(sources, ({ file }) => file, "loads").filter(({ from }) => from !== closed);
  const reached = new Set(claimFiles);
  for (const start of claimFiles) for (const file of reachable(start, arrows)) reached.add(file);
  return [...reached].toSorted();
}

it("a claim imports only jobs, the queue, and the inputs of a run", () => {
  const reached = reachedByClaim("convex/jobInputs/run.ts");
  const reachedFolders = reached.map((file) => folderOfProduct({ file }));
  expect([...new Set(reachedFolders)].toSorted()).toEqual([
    "callback",
    "callers",
    "jobInputs",
    "jobs",
    "lib",
    "queue",
    "runners",
  ]);
  expect(reached.filter((file) => file.startsWith("convex/jobInputs/"))).toEqual([
    "convex/jobInputs/answerSize.ts",
    "convex/jobInputs/run.ts",
  ]);
});

it("a claim ends no work: of the circle it loads only what it reads of a run, and not the end of a job", () => {
  const others = new Set(circle.filter((folder) => folder !== "jobs" && folder !== "jobInputs"));
  const reached = reachedByClaim();
  expect(reached.filter((file) => others.has(folderOfProduct({ file })))).toEqual([
    "convex/runSteps/outputs.ts",
    "convex/runs/presentFeedback.ts",
    "convex/runs/roundRows.ts",
  ]);
  expect(reached).toContain("convex/jobs/buildClaimResult.ts");
  expect(reached).not.toContain("convex/jobs/endings.ts");
});
