// Pushes the product together with a module that only tests need.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";
import { pushApp } from "./pushApp";

/** The product is that of this checkout unless another one is given. */
export async function pushBeside(
  target: Parameters<typeof pushApp>[0],
  module: string,
  checkout = rootDirectory,
): Promise<void> {
  const build = path.join(checkout, ".build");
  mkdirSync(build, { recursive: true });
  // The copy is below the root, so that the packages are found from it.
  const app = mkdtempSync(path.join(build, "beside-"));
  try {
    cpSync(path.join(checkout, "convex"), path.join(app, "convex"), { recursive: true });
    cpSync(module, path.join(app, "convex", path.basename(module)));
    cpSync(path.join(checkout, "package.json"), path.join(app, "package.json"));
    await pushApp(target, app);
  } finally {
    rmSync(app, { recursive: true, force: true });
  }
}
