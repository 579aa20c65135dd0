import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ConfigurationFault } from "../config/fault";
import { holdFolder } from "./folder";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), "switchyard-held-"))));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it("belongs to one runner until that lets it go", async () => {
  const letGo = await holdFolder(folder);
  const refusal = `${folder} is used by another runner, which holds ${path.join(folder, "lock")}.`;
  await expect(holdFolder(folder)).rejects.toThrow(refusal);
  await expect(holdFolder(folder)).rejects.toThrow(ConfigurationFault);
  letGo();
  (await holdFolder(folder))();
});

it("belongs to one of many that start at once", async () => {
  const starts = await Promise.allSettled(Array.from({ length: 8 }, () => holdFolder(folder)));
  expect(starts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

it.skipIf(process.platform !== "linux")("is held by nobody where the system has no program for it", async () => {
  chmodSync(folder, 0o700);
  vi.stubEnv("PATH", folder);
  await expect(holdFolder(folder)).rejects.toThrow(/^flock is missing\. Install it/);
  vi.unstubAllEnvs();
  (await holdFolder(folder))();
});
