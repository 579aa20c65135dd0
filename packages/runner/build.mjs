// Bundles the runner into one file that Node runs as it is. `npm run pack` names its folder.
import { chmodSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [, , outdir = fileURLToPath(new URL("dist", import.meta.url))] = process.argv;
const outfile = path.join(outdir, "main.mjs");
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
