import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";

const maxBytes = 10_000;

it("the whole client is smaller than 10 kB, and needs no other package", async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [path.join(import.meta.dirname, "../src/index.ts")],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2022",
  });
  expect(Object.keys(metafile.inputs).filter((file) => file.includes("node_modules"))).toEqual([]);
  expect(gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length).toBeLessThan(maxBytes);
});
