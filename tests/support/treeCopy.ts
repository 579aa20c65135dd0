// Copies all sources to another folder, where a test can change them. The packages stay those of the original.
import { constants, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";

/** Files that commands make, and files that belong to one folder only. */
const notCopied = new Set(["node_modules", ".git", ".build", ".data", ".env", ".env.local"]);

/** Whether a name in the root belongs to the sources. */
export function isSource(name: string): boolean {
  return !notCopied.has(name);
}

export function copyTree(purpose: string): string {
  const copy = mkdtempSync(path.join(tmpdir(), `switchyard-${purpose}-`));
  for (const name of readdirSync(rootDirectory).filter(isSource)) {
    cpSync(path.join(rootDirectory, name), path.join(copy, name), { recursive: true });
  }
  symlinkSync(path.join(rootDirectory, "node_modules"), path.join(copy, "node_modules"));
  return copy;
}

/** Requests of pushes (pushApp.ts), and bundles of commands with their records (scripts/run.mjs). */
const built = [
  /^push-[0-9a-f]{32}\.json$/,
  /^(?:engine|packages|scripts)-[\w-]+\.json$/,
  /^(?:engine|packages|scripts)-[\w-]+\.[0-9a-f]{16}\.mjs(?:\.map)?$/,
];

/**
 * Copies what was built in one tree and may be good for another. Each has a digest of its sources, so it is used only
 * where they are the same. Nothing that the other tree has is replaced.
 */
export function shareBuilt(from: string, to: string): void {
  const source = path.join(from, ".build");
  const target = path.join(to, ".build");
  if (!existsSync(source)) return;
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(source).filter((each) => built.some((pattern) => pattern.test(each)))) {
    copyIfThere(path.join(source, name), path.join(target, name));
  }
}

/** A test beside this one may have replaced the file meanwhile. */
function copyIfThere(file: string, into: string): void {
  try {
    copyFileSync(file, into, constants.COPYFILE_EXCL);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "EEXIST") throw error;
  }
}
