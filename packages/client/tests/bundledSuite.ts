import path from "node:path";
import { build } from "esbuild";

/** The suite as a script that sets the global `suite`. */
export async function bundledSuite(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, "suite.ts")],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "suite",
    // `evaluate` of a script does not leave the names of `var` anywhere else.
    footer: { js: "globalThis.suite = suite;" },
    target: "es2022",
  });
  return outputFiles[0]?.text ?? "";
}
