// Bundles the command line for Node. The runner becomes a file of its own, which only `switchyard runner` loads.
// `npm run pack` names the folder of the bundle.
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const [, , outdir = here("dist")] = process.argv;
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: [here("src/main.ts")],
  bundle: true,
  splitting: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  outdir,
  outExtension: { ".js": ".mjs" },
});
