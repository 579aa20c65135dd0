// The folder that holds the data of a deployment, and the lock that gives it to one process at a time.
import fs from "node:fs";
import path from "node:path";
import { Connection } from "./connection";

/** Says that a data directory cannot be used. The message can be shown to people as it is. */
export class DataDirectoryError extends Error {
  override readonly name = "DataDirectoryError";
}

export interface DataDirectory {
  path: string;
  databaseFile: string;
  filesFolder: string;
  /** This folder is created when the first export is written. */
  exportsFolder: string;
  importsFolder: string;
  adminKeyFile: string;
  environmentKeyFile: string;
  signInKeyFile: string;
  release(): void;
}

/**
 * Creates the folder if it is missing and locks it. Throws DataDirectoryError if the folder cannot be created or
 * locked.
 */
export function openDataDirectory(directory: string): DataDirectory {
  const root = path.resolve(directory);
  const filesFolder = path.join(root, "files");
  try {
    makeFolder(filesFolder);
    fs.accessSync(root, fs.constants.W_OK);
    restrictToOwner(root);
  } catch (error) {
    throw new DataDirectoryError(`The data directory ${root} cannot be written (${errorCode(error)}).`);
  }
  const release = lock(root);
  return {
    path: root,
    databaseFile: path.join(root, "data.sqlite"),
    filesFolder,
    exportsFolder: path.join(root, "exports"),
    importsFolder: path.join(root, "imports"),
    adminKeyFile: path.join(root, "admin-key"),
    environmentKeyFile: path.join(root, "environment-key"),
    signInKeyFile: path.join(root, "sign-in-key"),
    release,
  };
}

/**
 * Makes the data readable for its owner only. The folder and its files may have been created or restored in a way that
 * lets others read them.
 */
function restrictToOwner(root: string): void {
  if (fs.statSync(root).uid !== process.getuid?.()) return;
  fs.chmodSync(root, 0o700);
  for (const name of ["data.sqlite", "data.sqlite-wal", "data.sqlite-shm", "lock.sqlite", "lock.pid"]) {
    const file = path.join(root, name);
    if (fs.existsSync(file)) fs.chmodSync(file, 0o600);
  }
}

/**
 * Creates the missing folders one by one. Node's recursive `mkdir` never ends where the system lets nobody create a
 * folder, for example below /proc.
 */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another start has created the folder in the meantime.
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

/**
 * Locks the data directory with an open transaction on a separate database. The operating system drops the lock when
 * the process ends, so after a crash nobody has to remove a lock by hand.
 */
function lock(root: string): () => void {
  const lockFile = path.join(root, "lock.sqlite");
  const ownerFile = path.join(root, "lock.pid");
  let connection: Connection | undefined;
  try {
    connection = new Connection(lockFile);
    connection.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    connection?.close();
    if (!/busy|locked|holds the lock/i.test(errorText(error))) {
      throw new DataDirectoryError(`The data directory ${root} cannot be locked: ${errorText(error)}.`);
    }
    throw new DataDirectoryError(`The data directory ${root} is in use by another process${ownerOf(ownerFile)}.`);
  }
  fs.writeFileSync(ownerFile, String(process.pid));
  const held = connection;
  return () => {
    held.exec("ROLLBACK");
    held.close();
  };
}

function ownerOf(ownerFile: string): string {
  try {
    return ` (process ${fs.readFileSync(ownerFile, "utf8")})`;
  } catch {
    return "";
  }
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : errorText(error);
}
