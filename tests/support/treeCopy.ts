// Copies all sources to another folder, where a test can change them. The packages stay those of the original.
import { cpSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
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
