// A copy of all sources somewhere else, to be changed; packages are those of the original.
import { cpSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";

/** What commands make, and what belongs to one place alone. */
const notCopied = new Set(["node_modules", ".git", ".build", ".data", ".env", ".env.local"]);

/** A name in the root. */
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
