// Which form the data in a data directory has. Every migration makes a new one; an older version would neither know
// what the newer one has added nor keep it up, and later starts of the newer one would take it for complete.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { migrationNames } from "../convex/lib/migrations";

/** The first form had no migrations, and no file that said so. */
const presentForm = 1 + migrationNames.length;

/** Throws an Error, in one sentence, for a directory that a later version has written. */
export function refuseLaterForm(dataDirectory: string): void {
  const file = fileIn(dataDirectory);
  const found = existsSync(file) ? Number(readFileSync(file, "utf8")) : 1;
  if (found <= presentForm) return;
  throw new Error(
    `The data directory ${dataDirectory} was written by a later version (form ${found} of the data, this version knows ` +
      `form ${presentForm}). It was left as it is; start that version, or restore a backup made before it.`,
  );
}

/** To be called before anything of this version writes into the directory. */
export function notePresentForm(dataDirectory: string): void {
  writeFileSync(fileIn(dataDirectory), String(presentForm));
}

function fileIn(dataDirectory: string): string {
  return path.join(dataDirectory, "data-form");
}
