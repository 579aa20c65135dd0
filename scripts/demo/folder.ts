// The folder of a demonstration belongs to one of them at a time.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { DataDirectoryError, openDataDirectory } from "../../engine/persistence/dataDirectory";
import { Failure } from "../adminFunctions";

/** What a demonstration makes. Nothing else is deleted, because the folder may be one with other things in it. */
const made = ["data", "shop.git", "past", "scenes.json", "runner", "key", "service.log"];

/**
 * Makes the folder, and deletes what an earlier demonstration has left unless that is kept. Returns how the folder is
 * let go. Throws a Failure, and changes nothing, while another demonstration has it.
 */
export function holdFolder(folder: string, isKept: boolean): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const letGo = lock(folder, "holding");
  try {
    // A demonstration that was killed holds nothing any more, but its service may be running.
    if (existsSync(path.join(folder, "data"))) lock(folder, "data")();
    if (!isKept) for (const name of made) rmSync(path.join(folder, name), { recursive: true, force: true });
  } catch (error) {
    letGo();
    throw error;
  }
  return letGo;
}

/** The engine's lock of a data directory, which ends with its process. */
function lock(folder: string, name: string): () => void {
  try {
    const held = openDataDirectory(path.join(folder, name));
    return () => held.release();
  } catch (error) {
    if (!(error instanceof DataDirectoryError)) throw error;
    if (!error.message.includes("is in use")) throw new Failure(error.message);
    throw new Failure(
      `A demonstration is running or still ending in ${folder}. End it, or name another folder with --folder.`,
    );
  }
}
