// Removes one file below a folder that an agent may change. The file may be a link, and what that leads to stays.
import { unlink } from "node:fs/promises";
import { Folder, hasCode, NotPlainFileError, partsOf } from "./openFile";

/** A folder in its place stays, and so does what is behind a link. */
export async function removeFileBelow(root: string, name: string): Promise<void> {
  const folders = partsOf(name);
  const last = folders.pop() ?? "";
  const folder = await Folder.open(root);
  try {
    for (const part of folders) await folder.enter(part);
    await unlink(folder.at(last));
  } catch (error) {
    if (!(error instanceof NotPlainFileError || hasCode(error, "ENOENT", "EISDIR", "EPERM", "ENAMETOOLONG")))
      throw error;
  } finally {
    await folder.close();
  }
}
