// Installs what the peers need, when it is missing: PostgreSQL and Redis from Debian, the packages from npm. The
// packages are in a folder of their own in the user's cache, so the product does not depend on them.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";
import { hasRedis, postgresBinaries } from "./databases";

/** The peers cannot be installed here. The message says what to do. */
export class MissingPeers extends Error {}

/** Returns the folder with the servers and their packages. */
export function installPeers(): string {
  installDatabases();
  const cache = process.env["XDG_CACHE_HOME"] ?? path.join(homedir(), ".cache");
  const folder = path.join(cache, "switchyard-bench-peers");
  mkdirSync(folder, { recursive: true });
  const sources = path.join(rootDirectory, "bench/peers");
  for (const file of readdirSync(sources)) {
    if (file.endsWith(".mjs") || file === "package.json")
      copyFileSync(path.join(sources, file), path.join(folder, file));
  }
  installPackages(folder);
  return folder;
}

function installPackages(folder: string): void {
  const wanted = readFileSync(path.join(folder, "package.json"), "utf8");
  const record = path.join(folder, "installed.json");
  if (existsSync(record) && readFileSync(record, "utf8") === wanted) return;
  console.log(`Installing the npm packages of the peers in ${folder}.`);
  const failed = `The npm packages of the peers could not be installed in ${folder}; npm says why above.`;
  run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], failed, folder);
  writeFileSync(record, wanted);
}

function installDatabases(): void {
  const missing = [...(postgresBinaries() === null ? ["postgresql"] : []), ...(hasRedis() ? [] : ["redis-server"])];
  if (missing.length === 0) return;
  const names = missing.join(" and ");
  const failed = `--peers needs ${names}, which could not be installed; install them by hand, for example with \`apt-get install ${missing.join(" ")}\`.`;
  console.log(`Installing ${names} with apt-get.`);
  asRoot(["apt-get", "-qq", "update"], failed);
  asRoot(["apt-get", "-qq", "install", "-y", "--no-install-recommends", ...missing], failed);
}

/** Without a password: the command must not stop to ask for one. */
function asRoot(command: string[], failed: string): void {
  const [file = "", ...args] = process.getuid?.() === 0 ? command : ["sudo", "-n", ...command];
  run(file, args, failed);
}

function run(file: string, args: string[], failed: string, directory = "/"): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status } = spawnSync(file, args, { cwd: directory, env, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new MissingPeers(failed);
}
