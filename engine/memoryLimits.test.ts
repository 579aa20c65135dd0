import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { memoryLimits } from "./memoryLimits";

const page = readFileSync(new URL("../docs/performance.md", import.meta.url), "utf8");

it("docs/performance.md shows every bound with its size", () => {
  const rows = [...page.matchAll(/^\| `(\w+)` +\| ([\d.]+) MB +\|/gm)].map(([, name, size]) => [name, Number(size)]);
  const bounds = Object.entries(memoryLimits).map(([name, bytes]) => [name, bytes / 1024 / 1024]);
  expect(rows).toEqual(bounds);
});
