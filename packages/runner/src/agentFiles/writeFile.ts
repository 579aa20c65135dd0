// The only way to write a file below a folder that an agent may change.
import { constants } from "node:fs";
import { openPlainFile } from "./openFile";

/**
 * Writes a plain file and makes the folders above it. Throws NotPlainFileError where a link or something else is in the
 * way. Without `mode` a file that was there keeps its rights.
 */
export async function writeFileBelow(
  root: string,
  name: string,
  content: string | Buffer,
  mode?: number,
): Promise<void> {
  const handle = await openPlainFile({ root, name }, constants.O_WRONLY | constants.O_CREAT, true);
  try {
    await handle.truncate(0);
    await handle.writeFile(content);
    if (mode !== undefined) await handle.chmod(mode);
  } finally {
    await handle.close();
  }
}
