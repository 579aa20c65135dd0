// Tells the operator of a disk that is running full, before it is.
import { statfs } from "node:fs/promises";

/** The log may take 256 MB between two moments at which it can be emptied; an export takes more. */
const littleBytes = 500_000_000;
const lookEveryMs = 60_000;
const tellAgainAfterMs = 60 * 60_000;

/** Looks now and every minute, until the returned function is called. */
export function watchFreeSpace(folder: string, note: (message: string) => void): () => void {
  let toldAt: number | null = null;
  const look = async (): Promise<void> => {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if (free >= littleBytes) {
      if (toldAt !== null) note("The disk of the data directory has room again.");
      toldAt = null;
    } else if (toldAt === null || performance.now() - toldAt > tellAgainAfterMs) {
      note(`The disk of the data directory has ${Math.floor(free / 1_000_000)} MB left. Writes fail when it is full.`);
      toldAt = performance.now();
    }
  };
  // A file system that does not say is no trouble.
  const tryToLook = (): void => void look().catch(() => undefined);
  tryToLook();
  const timer = setInterval(tryToLook, lookEveryMs).unref();
  return () => clearInterval(timer);
}
