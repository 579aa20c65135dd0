// The data of a service that was started once. A first start pushes the product, which takes ten times as long as a
// later start. So a test of something else begins with a copy. It is kept until the sources change.
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";
import { shown, start, stop } from "./npmStart";

export interface StartedOnce {
  dataDirectory: string;
  /** The key of the project Demo, which only the first start shows. */
  apiKey: string;
}

const buildDirectory = path.join(rootDirectory, ".build");

export async function startedOnce(): Promise<StartedOnce> {
  const kept = path.join(buildDirectory, `started-${sourcesDigest()}`);
  if (!existsSync(kept)) await startOnce(kept);
  return { dataDirectory: path.join(kept, "data"), apiKey: readFileSync(path.join(kept, "key"), "utf8") };
}

/** Makes a data directory as a first start leaves it. Returns the key of its project. */
export async function copyStarted(dataDirectory: string): Promise<string> {
  const started = await startedOnce();
  cpSync(started.dataDirectory, dataDirectory, { recursive: true });
  return started.apiKey;
}

/** The folder appears as a whole, since another test may look for it, or make it, at the same time. */
async function startOnce(kept: string): Promise<void> {
  mkdirSync(buildDirectory, { recursive: true });
  const folder = mkdtempSync(path.join(buildDirectory, "starting-"));
  const service = await start(path.join(folder, "data"));
  const apiKey = shown(service, /svc_test_\w+/);
  if (apiKey === "") throw new Error(`The service did not start: ${service.stderr}`);
  await stop(service);
  writeFileSync(path.join(folder, "key"), apiKey);
  for (const name of readdirSync(buildDirectory).filter((name) => name.startsWith("started-"))) {
    if (path.join(buildDirectory, name) !== kept) rmSync(path.join(buildDirectory, name), { recursive: true });
  }
  try {
    renameSync(folder, kept);
  } catch (error) {
    // The other one was faster.
    if (!existsSync(kept)) throw error;
    rmSync(folder, { recursive: true });
  }
}

/** Returns a digest of everything that a first start runs or pushes. The lock file represents the packages. */
function sourcesDigest(): string {
  const hash = createHash("sha256").update(readFileSync(path.join(rootDirectory, "package-lock.json")));
  for (const folder of ["convex", "engine", "scripts"]) {
    const files = readdirSync(path.join(rootDirectory, folder), { recursive: true, encoding: "utf8" });
    for (const file of files.filter((name) => /\.(ts|mjs|json)$/.test(name) && !name.includes(".test.")).sort()) {
      hash.update(`\0${folder}/${file}\0`).update(readFileSync(path.join(rootDirectory, folder, file)));
    }
  }
  return hash.digest("hex").slice(0, 32);
}
