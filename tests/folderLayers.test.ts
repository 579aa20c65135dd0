// The folders of the dashboard and of the runner form layers, and imports lead down: of values, of types, and those
// that a function makes when called. So only the dashboard's `app` knows the pages, and the runner's loop knows what
// each kind of job is, and not the other way round.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { arrowsBetween } from "../scripts/importGraph";
import type { Source } from "../scripts/importGraph";
import { rootDirectory } from "../scripts/settings";

/** The layers of each tree, the highest first. */
const trees = [
  {
    tree: "web/src",
    layers: ["app", "pages", "domain", "parts", "live", "feedback shortcuts", "session project address"],
  },
  {
    tree: "packages/runner/src",
    layers: [
      "jobLoop",
      "jobKinds",
      "conversations worktrees pullRequestWatch",
      "codeHosts report prompt",
      "jobs config",
      "service git state",
      "agents log",
      "agentFiles errors http text",
    ],
  },
];

/** The files beside the folders put the program together, and no folder imports them. */
const top = ".";
const folderOf = ({ file }: Pick<Source, "file">): string => file.split("/", 2).at(-2) ?? top;

function sourcesOf(tree: string): Source[] {
  const root = path.join(rootDirectory, tree);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => file.split(path.sep).join("/"));
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$|\.test\./.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
}

describe.each(trees)("$tree", ({ tree, layers }) => {
  const sources = sourcesOf(tree);

  it("has each folder with code in a layer, and only those", () => {
    const folders = layers.flatMap((layer) => layer.split(" "));
    expect([...new Set(sources.map(folderOf))].toSorted()).toEqual([top, ...folders].toSorted());
  });

  it("has folders that import from lower layers only", () => {
    const heightOf = (folder: string) => [top, ...layers].findIndex((layer) => layer.split(" ").includes(folder));
    const arrows = arrowsBetween(sources, folderOf, "all");
    expect(arrows.length).toBeGreaterThan(15);
    expect(arrows.filter(({ from, to }) => heightOf(from) >= heightOf(to))).toEqual([]);
  });
});
