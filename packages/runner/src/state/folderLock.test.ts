import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { asOrdinaryUser } from "../../tests/ordinaryUser";
import { ConfigurationError } from "../errors/configurationError";
import { lockFolder } from "./folderLock";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), "switchyard-held-"))));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it("belongs to one runner until that lets it go", async () => {
  const letGo = await lockFolder(folder);
  const refusal = `${folder} is used by another runner, which holds ${path.join(folder, "lock")}.`;
  await expect(lockFolder(folder)).rejects.toThrow(refusal);
  await expect(lockFolder(folder)).rejects.toThrow(ConfigurationError);
  letGo();
  (await lockFolder(folder))();
});

it("only one of eight concurrent starts gets the folder lock", async () => {
  const starts = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
  expect(starts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

it.skipIf(process.platform !== "linux")("is held by nobody where the system has no program for it", async () => {
  chmodSync(folder, 0o700);
  vi.stubEnv("PATH", folder);
  await expect(lockFolder(folder)).rejects.toThrow(/^flock is missing\. Install it/);
  vi.unstubAllEnvs();
  (await lockFolder(folder))();
});

const rubbish: [string, (lock: string) => void][] = [
  ["a folder", (lock) => mkdirSync(path.join(lock, "inner"), { recursive: true })],
  ["a link to a file", (lock) => symlinkSync(path.join(folder, "elsewhere"), lock)],
  ["a file that nobody may open", (lock) => writeFileSync(lock, "", { mode: 0o000 })],
  ["a file of another content", (lock) => writeFileSync(lock, Buffer.from([0xff, 0xfe, 0]))],
  ["a file of 100 MB", (lock) => (writeFileSync(lock, ""), truncateSync(lock, 100_000_000))],
];

it.each(rubbish)("is held although its lock is %s, and by one runner only", async (_, lay) => {
  lay(path.join(folder, "lock"));
  await asOrdinaryUser(folder, async () => {
    const letGo = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow("is used by another runner");
    letGo();
    (await lockFolder(folder))();
  });
});
