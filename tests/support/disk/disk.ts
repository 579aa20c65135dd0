// A disk that can be full and that records all changes: disk.c, compiled when a test needs it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

let compiled: string | undefined;

/** Compiles the library. Throws when there is no C compiler, and says how to install one. */
function library(): string {
  if (compiled !== undefined) return compiled;
  const folder = mkdtempSync(path.join(tmpdir(), "switchyard-disk-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "disk.so");
  const source = path.join(import.meta.dirname, "disk.c");
  try {
    execFileSync("cc", ["-shared", "-fPIC", "-O2", "-o", file, source, "-ldl", "-lpthread"], { stdio: "pipe" });
  } catch (error) {
    throw new Error("This test needs a C compiler on Linux: apt-get install gcc libc6-dev", { cause: error });
  }
  compiled = file;
  return file;
}

/** The environment for a process whose files below `root` are on that disk. */
export function environmentOfDisk({ root, journal }: { root: string; journal?: string }): NodeJS.ProcessEnv {
  return {
    LD_PRELOAD: library(),
    DISK_ROOT: root,
    DISK_FULL: `${root}.full`,
    ...(journal === undefined ? {} : { DISK_JOURNAL: journal }),
  };
}

export function fillDisk(root: string): void {
  writeFileSync(`${root}.full`, "");
}

export function makeRoom(root: string): void {
  rmSync(`${root}.full`, { force: true });
}
