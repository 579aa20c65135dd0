// The folder in which a deployment lies, and the lock that lets one process at a time have it.
import fs from "node:fs";
import path from "node:path";
import { Connection } from "./connection";

/** A data directory that cannot be used; the message is fit to be shown as it is. */
export class DataDirectoryError extends Error {
  override readonly name = "DataDirectoryError";
}

export interface DataDirectory {
  path: string;
  databaseFile: string;
  filesFolder: string;
  /** Made when there is something to put in. */
  exportsFolder: string;
  importsFolder: string;
  adminKeyFile: string;
  environmentKeyFile: string;
  signInKeyFile: string;
  release(): void;
}

/** Makes the folder where it is missing and locks it. Throws DataDirectoryError when it cannot be had. */
export function openDataDirectory(directory: string): DataDirectory {
  const root = path.resolve(directory);
  const filesFolder = path.join(root, "files");
  try {
    makeFolder(filesFolder);
    fs.accessSync(root, fs.constants.W_OK);
    keepToOwner(root);
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

/** Files that an earlier version has made, and a folder that somebody has, were readable for others. */
function keepToOwner(root: string): void {
  if (fs.statSync(root).uid !== process.getuid?.()) return;
  fs.chmodSync(root, 0o700);
  for (const name of ["data.sqlite", "data.sqlite-wal", "data.sqlite-shm", "lock.sqlite", "lock.pid"]) {
    const file = path.join(root, name);
    if (fs.existsSync(file)) fs.chmodSync(file, 0o600);
  }
}

/**
 * Node's own way of making all that is missing never ends where the system lets nobody make anything, as below /proc.
 */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another start has made it meanwhile.
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

/**
 * The lock is a transaction held open on a database of its own: the operating system drops it with the process, so a
 * crash leaves nothing behind that a person would have to remove.
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
