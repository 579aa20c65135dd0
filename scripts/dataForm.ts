// The form of the data in a data directory is a number; every migration adds one to it. An older version must not serve
// newer data: it would write rows without what the newer version added, and the newer version would later take its
// migrations for complete.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { migrationNames } from "../convex/lib/migrations";

/** Form 1 had no migrations, and no file with its number. */
const presentForm = 1 + migrationNames.length;

/** Throws an Error with one sentence when a later version has written the directory. */
export function refuseLaterForm(dataDirectory: string): void {
  const file = fileIn(dataDirectory);
  const found = existsSync(file) ? Number(readFileSync(file, "utf8")) : 1;
  if (found <= presentForm) return;
  throw new Error(
    `The data directory ${dataDirectory} was written by a later version (form ${found} of the data, this version knows ` +
      `form ${presentForm}). It was left as it is; start that version, or restore a backup made before it.`,
  );
}

/** Must be called before this version writes anything into the directory. */
export function notePresentForm(dataDirectory: string): void {
  writeFileSync(fileIn(dataDirectory), String(presentForm));
}

function fileIn(dataDirectory: string): string {
  return path.join(dataDirectory, "data-form");
}
