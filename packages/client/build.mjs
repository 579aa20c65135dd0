// Bundles each entry of the client into one module and writes its types. `npm run pack` names the folder for them.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const [, , outdir = at("dist")] = process.argv;
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: [at("src/index.ts"), at("src/live.ts")],
  bundle: true,
  format: "esm",
  target: "es2022",
  packages: "external",
  outdir,
});
const compiler = at("../../node_modules/typescript/bin/tsc");
execFileSync(process.execPath, [compiler, "--project", at("tsconfig.build.json"), "--outDir", outdir], {
  stdio: "inherit",
});
