// A program of the sources as one file, for a user of the machine who cannot read the sources.
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

export function bundled(source: URL): Uint8Array {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    platform: "node",
    format: "esm",
    write: false,
    // A bundled dependency calls `require`.
    banner: { js: `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);` },
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
