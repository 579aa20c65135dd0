// Secrets of a deployment, each in a file of the data directory that only its owner can read.
import fs from "node:fs";

/** What the file says; where there is none, what `make` gives, from then on. */
export function keptSecret(file: string, make: () => string): string {
  try {
    return fs.readFileSync(file, "utf8").trim();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    const secret = make();
    // Written beside and renamed, so that a crash leaves the whole secret or none; and on the disk before anything in
    // the database depends on it.
    const unfinished = `${file}.new`;
    fs.writeFileSync(unfinished, `${secret}\n`, { mode: 0o600, flush: true });
    fs.renameSync(unfinished, file);
    return secret;
  }
}
