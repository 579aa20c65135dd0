// The folders of the dashboard stand in layers, and imports lead down: of values, of types, and those that a function
// makes when called. So only `app` knows the pages, and what is in `parts` can be read without the product.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { arrowsBetween } from "../scripts/importGraph";
import type { Source } from "../scripts/importGraph";
import { rootDirectory } from "../scripts/settings";

/** The highest first. */
const layers = ["app", "pages", "domain", "parts", "live", "feedback keys", "session project address"];

const web = path.join(rootDirectory, "web/src");
const sources: Source[] = readdirSync(web, { recursive: true, encoding: "utf8" })
  .filter(
    (file) => /\.tsx?$/.test(file) && file.includes(path.sep) && !file.endsWith(".d.ts") && !/\.test\./.test(file),
  )
  .map((file) => ({ file: file.split(path.sep).join("/"), text: readFileSync(path.join(web, file), "utf8") }));
const folderOf = ({ file }: Pick<Source, "file">): string => file.split("/")[0] ?? file;

it("each folder of web/src that has code is in a layer, and only those", () => {
  const folders = layers.flatMap((layer) => layer.split(" "));
  expect([...new Set(sources.map(folderOf))].toSorted()).toEqual(folders.toSorted());
});

it("a folder imports from lower layers only", () => {
  const heightOf = (folder: string) => layers.findIndex((layer) => layer.split(" ").includes(folder));
  const arrows = arrowsBetween(sources, folderOf, "all");
  expect(arrows.length).toBeGreaterThan(15);
  expect(arrows.filter(({ from, to }) => heightOf(from) >= heightOf(to))).toEqual([]);
});
