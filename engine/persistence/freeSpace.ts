// Warns the operator before the disk is full.
import { statfs } from "node:fs/promises";

/**
 * Less free space than this is too little. The log of the database may grow by 256 MB before it can be emptied, and
 * an export needs more.
 */
const lowBytes = 500_000_000;
const checkEveryMs = 60_000;
const warnAgainAfterMs = 60 * 60_000;

/** Checks the free space now and every minute, until the returned function is called. */
export function watchFreeSpace(folder: string, warn: (message: string) => void): () => void {
  let warnedAt: number | null = null;
  const look = async (): Promise<void> => {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if (free >= lowBytes) {
      if (warnedAt !== null) warn("The disk of the data directory has free space again.");
      warnedAt = null;
    } else if (warnedAt === null || performance.now() - warnedAt > warnAgainAfterMs) {
      warn(`The disk of the data directory has ${Math.floor(free / 1_000_000)} MB left. Writes fail when it is full.`);
      warnedAt = performance.now();
    }
  };
  // Some file systems do not report their free space. That is not a problem.
  const tryToLook = (): void => void look().catch(() => undefined);
  tryToLook();
  const timer = setInterval(tryToLook, checkEveryMs).unref();
  return () => clearInterval(timer);
}
