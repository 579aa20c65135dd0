// The secrets of a deployment. Each is in a file of the data directory that only its owner can read.
import fs from "node:fs";

/** Returns the secret in the file. If there is no file, `make` creates the secret and the file keeps it. */
export function keptSecret(file: string, make: () => string): string {
  try {
    return fs.readFileSync(file, "utf8").trim();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    const secret = make();
    // The file is written under another name and then renamed, so a crash leaves the whole secret or none. It is
    // flushed to the disk before anything in the database depends on it.
    const unfinished = `${file}.new`;
    fs.writeFileSync(unfinished, `${secret}\n`, { mode: 0o600, flush: true });
    fs.renameSync(unfinished, file);
    return secret;
  }
}
