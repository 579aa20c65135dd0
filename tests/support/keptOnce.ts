// Folders of data that take long to make. They are made once, and kept until a source file changes; tests begin with
// copies.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";

const buildDirectory = path.join(rootDirectory, ".build");

/**
 * Returns the folder that `make` has filled. It appears as a whole, since several tests may make it at once. `more` are
 * files that it also depends on.
 */
export async function keptOnce(
  name: string,
  make: (folder: string) => Promise<void>,
  more: readonly string[] = [],
): Promise<string> {
  const kept = path.join(buildDirectory, `${name}-${sourcesDigest(more)}`);
  if (existsSync(kept)) return kept;
  mkdirSync(buildDirectory, { recursive: true });
  const folder = mkdtempSync(path.join(buildDirectory, "making-"));
  try {
    await make(folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  for (const other of readdirSync(buildDirectory).filter((file) => file.startsWith(`${name}-`))) {
    if (path.join(buildDirectory, other) !== kept) rmSync(path.join(buildDirectory, other), { recursive: true });
  }
  try {
    renameSync(folder, kept);
  } catch (error) {
    // The other one was faster.
    if (!existsSync(kept)) throw error;
    rmSync(folder, { recursive: true });
  }
  return kept;
}

/** Returns a digest of everything that a first start runs or pushes. The lock file represents the packages. */
function sourcesDigest(more: readonly string[]): string {
  const hash = createHash("sha256").update(readFileSync(path.join(rootDirectory, "package-lock.json")));
  for (const folder of ["convex", "engine", "scripts"]) {
    const files = readdirSync(path.join(rootDirectory, folder), { recursive: true, encoding: "utf8" });
    for (const file of files.filter((name) => /\.(ts|mjs|json)$/.test(name) && !name.includes(".test.")).sort()) {
      hash.update(`\0${folder}/${file}\0`).update(readFileSync(path.join(rootDirectory, folder, file)));
    }
  }
  for (const file of more) hash.update(`\0${path.relative(rootDirectory, file)}\0`).update(readFileSync(file));
  return hash.digest("hex").slice(0, 32);
}
