// The dashboard's files: built from web/ when its sources changed, beside the start and not before it. Each build has a
// folder of its own, named after the sources, so several starts of one checkout share it.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { isAlive } from "./isAlive";
import { rootDirectory } from "./settings";

const builds = path.join(rootDirectory, ".build/web");
/** Pages that are open while the dashboard changes still load parts of the previous build. */
const keptBuilds = 3;

export type BuildResult = { kind: "built" | "unchanged" } | { kind: "failed"; output: string };

/** The folder of the present sources. It may not be there yet. */
export function websiteFolder(): string {
  return path.join(builds, sourcesDigest());
}

export async function buildIfChanged(folder: string): Promise<BuildResult> {
  if (existsSync(folder)) return { kind: "unchanged" };
  removeUnfinished(builds);
  const unfinished = path.join(builds, `unfinished-${process.pid}`);
  const failure = await build(unfinished);
  if (failure !== null) return { kind: "failed", output: failure };
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another start may have built the same meanwhile.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  removeOldBuilds();
  return { kind: "built" };
}

/** Returns what the builder said when it failed, or null. */
export async function build(outDirectory: string): Promise<string | null> {
  mkdirSync(path.dirname(outDirectory), { recursive: true });
  const vite = path.join(rootDirectory, "node_modules/vite/bin/vite.js");
  const child = spawn(process.execPath, [vite, "build", "--config", "web/vite.config.ts", "--logLevel", "warn"], {
    cwd: rootDirectory,
    env: { ...process.env, WEB_OUT: outDirectory, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // The API comes first on a small machine.
  if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve) => {
    child.on("error", () => resolve(1));
    child.on("close", resolve);
  });
  if (code !== 0) return Buffer.concat(output).toString("utf8").trim();
  compressAll(outDirectory);
  return null;
}

/** Files are compressed once, and not for each browser. */
function compressAll(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.(?:js|css|html|svg)$/.test(name)) continue;
    const file = path.join(folder, name);
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
  }
}

/** Removes what builds have left whose process was killed. */
export function removeUnfinished(builds: string): void {
  if (!existsSync(builds)) return;
  for (const name of readdirSync(builds)) {
    const builder = /^unfinished-(\d+)$/.exec(name)?.[1];
    if (builder === undefined) continue;
    // A process that begins to build has built nothing yet, so an earlier process has had its number.
    const isLeft = Number(builder) === process.pid || !isAlive(Number(builder));
    if (isLeft) rmSync(path.join(builds, name), { recursive: true, force: true });
  }
}

function removeOldBuilds(): void {
  // Another start may remove the same.
  const ageOf = (name: string) => statSync(path.join(builds, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const finished = readdirSync(builds).filter((name) => !name.startsWith("unfinished-"));
  for (const name of finished.sort((a, b) => ageOf(b) - ageOf(a)).slice(keptBuilds)) {
    rmSync(path.join(builds, name), { recursive: true, force: true });
  }
}

/** Changes with everything that a build reads: the dashboard, the parts of convex/ that it shares, and the packages. */
function sourcesDigest(): string {
  const hash = createHash("sha256").update(readFileSync(path.join(rootDirectory, "package-lock.json")));
  for (const folder of ["web", "convex"]) {
    const files = readdirSync(path.join(rootDirectory, folder), { recursive: true, encoding: "utf8" });
    for (const file of files.filter(isSource).sort()) {
      hash.update(`\0${folder}/${file}\0`).update(readFileSync(path.join(rootDirectory, folder, file)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

function isSource(file: string): boolean {
  return /\.(?:tsx?|css|html|svg|json)$/.test(file) && !file.includes(".test.") && !file.startsWith("dist");
}
