// Containers may share a volume. In each of them a server is process 1, so a lock must not depend on process numbers.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DataDirectoryError, openDataDirectory } from "../../engine/persistence/dataDirectory";
import { holdFolder } from "../../scripts/demo/folder";
import { canBeApart, Started } from "../support/apart";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), "switchyard-shared-data-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

it.skipIf(!canBeApart)(
  "a data directory, and so a demonstration's folder, serves one container at a time",
  async () => {
    const data = path.join(folder, "data");
    const first = Started.apart("tests/engine/holdingDirectory.ts", data);
    const second = () => Started.apart("tests/engine/holdingDirectory.ts", data);
    try {
      expect(await first.outcome()).toBe("held");
      expect(await second().outcome()).toContain(`The data directory ${data} is in use by another process`);
      expect(() => holdFolder(folder, false)).toThrow("A demonstration is running or still ending");
    } finally {
      await first.kill();
    }
    await expect.poll(() => openable(data)).toBe(true);
  },
);

function openable(data: string): boolean {
  try {
    openDataDirectory(data).release();
    return true;
  } catch (error) {
    if (error instanceof DataDirectoryError) return false;
    throw error;
  }
}
