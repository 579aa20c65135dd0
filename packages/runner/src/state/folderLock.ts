// A folder belongs to one runner at a time.
import { closeSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError } from "../errors/configurationError";
import { lockFile } from "./systemLock";

/** Returns how the folder is let go. Throws ConfigurationError while another runner uses it. */
export async function lockFolder(folder: string): Promise<() => void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, "lock");
  const held = await lockFile(file);
  if (held === null) {
    throw new ConfigurationError(
      `${folder} is used by another runner, which holds ${file}. Give each its own --folder.`,
    );
  }
  return () => closeSync(held);
}
