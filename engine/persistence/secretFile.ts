// The secrets of a deployment. Each is in a file of the data directory that only its owner can read.
import fs from "node:fs";
import { DataDirectoryError } from "./dataDirectory";

/** How one kind of secret is made, and recognized. */
export interface SecretKind {
  make: () => string;
  isValid: (text: string) => boolean;
  /** Whether another secret does as well: nothing that is kept was sealed with it. */
  isReplaceable: boolean;
}

/**
 * Returns the secret in the file. If there is no file, a secret is made and the file keeps it. Throws
 * DataDirectoryError for a file that holds something else: a damaged secret could be guessed.
 */
export function readOrCreateSecret(file: string, { make, isValid, isReplaceable }: SecretKind): string {
  const kept = readIfExists(file) ?? create(file, make());
  if (isValid(kept)) return kept;
  const orRemove = isReplaceable ? ", or remove it, and the next start makes another" : "";
  throw new DataDirectoryError(`The secret in ${file} is damaged; restore that file from a backup${orRemove}.`);
}

/** Returns null when there is no file. */
function readIfExists(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8").trim();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    return null;
  }
}

function create(file: string, secret: string): string {
  // The file is written under another name and then renamed, so a crash leaves the whole secret or none. It is flushed
  // to the disk before anything in the database depends on it.
  const unfinished = `${file}.new`;
  fs.writeFileSync(unfinished, `${secret}\n`, { mode: 0o600, flush: true });
  fs.renameSync(unfinished, file);
  return secret;
}
