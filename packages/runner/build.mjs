// Bundles the runner into one file that Node runs as it is. `npm pack` runs this first.
import { chmodSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const outfile = fileURLToPath(new URL("dist/main.mjs", import.meta.url));
await build({
  entryPoints: [fileURLToPath(new URL("src/main.ts", import.meta.url))],
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  banner: { js: "#!/usr/bin/env node" },
  outfile,
});
chmodSync(outfile, 0o755);
