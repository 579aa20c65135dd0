// The product uses what the engine offers in addition to Convex, where it is there. Its own declarations say what that
// is, and no compiler compares them with the engine: under another name each wait would silently become polling.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { convexGlobal } from "../engine/runtime/globals/convex";
import { rootDirectory } from "../scripts/settings";
import { listSources } from "../scripts/push";

it("every name of the global `Convex` that the product uses is one that the engine installs", () => {
  const sources = listSources(rootDirectory).map((file) =>
    readFileSync(path.join(rootDirectory, "convex", file), "utf8"),
  );
  const used = new Set(sources.flatMap((text) => [...text.matchAll(/\bConvex\.(\w+)/g)].map(([, name = ""]) => name)));
  expect([...used]).toContain("untilChanged");
  const installed: Record<string, unknown> = { ...convexGlobal() };
  for (const name of used) expect(typeof installed[name]).toBe("function");
});
