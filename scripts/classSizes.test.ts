import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { classSizes } from "./classSizes";
import { rootDirectory } from "./settings";

it("no class of the engine has more than 300 lines", () => {
  const engine = path.join(rootDirectory, "engine");
  const files = readdirSync(engine, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const sizes = classSizes(files.map((file) => ({ file, text: readFileSync(path.join(engine, file), "utf8") })));
  expect(sizes.length).toBeGreaterThan(50);
  expect(sizes.filter(({ lines }) => lines > 300)).toEqual([]);
});
