// Installs the dependencies when `node_modules` is missing or was installed from another lock file, and only then. It
// installs a newer Node in the same way where the installed one is too old. npm installs into a separate folder, which
// replaces `node_modules` when it is complete. So an install that fails or is interrupted leaves the previous packages
// untouched. All messages go to standard error, because scripts/node.sh reads a path from standard output.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const platform = `${process.platform} ${process.arch}`;
const build = path.join(root, ".build");
const staging = path.join(build, "install");
const lock = path.join(build, "install.lock");

/** A folder with a lock file, and the folder whose `node_modules` it describes. */
const project = { source: root, target: root, name: "the dependencies" };
const newerNode = { source: path.join(root, "scripts/node24"), target: path.join(build, "node24"), name: "Node 24" };

/** Returns whether the packages of the project are there. If they could not be installed, it has printed why. */
export async function installPackages() {
  return await installIfNeeded(project, (isFirst) => {
    return `Installing dependencies (npm ci): ${isFirst ? "first start" : "the lock file changed"}.`;
  });
}

/** Returns the path of a Node 24 beside the project, or null if it could not be installed; it has printed why. */
export async function installNode() {
  const line = `This is Node ${process.versions.node}, and Switchyard runs on 24 or newer: fetching Node 24 (npm ci).`;
  if (!(await installIfNeeded(newerNode, () => line))) return null;
  const names = Object.keys(readLockFile(newerNode).packages).filter((location) => location !== "");
  const programs = names.map((location) => path.join(newerNode.target, location, "bin/node"));
  const program = programs.find((file) => fs.existsSync(file));
  if (program !== undefined) return program;
  console.error(`npm's registry has no Node 24 for ${platform}. Install Node 24 or newer, and try again.`);
  return null;
}

async function installIfNeeded(place, lineFor) {
  const wanted = fingerprint(place);
  if (isInstalled(place, wanted)) return true;
  const release = await acquireLock();
  try {
    return isInstalled(place, wanted) || install(place, wanted, lineFor);
  } finally {
    release();
  }
}

function modulesOf({ target }) {
  return path.join(target, "node_modules");
}

function stampOf(place) {
  return path.join(modulesOf(place), ".installed-from");
}

function readLockFile({ source }) {
  return JSON.parse(fs.readFileSync(path.join(source, "package-lock.json"), "utf8"));
}

/**
 * Returns a text that identifies what `node_modules` must contain. It names the platform too, since native packages
 * differ by platform.
 */
function fingerprint({ source }) {
  const lockFile = fs.readFileSync(path.join(source, "package-lock.json"));
  return `${createHash("sha256").update(lockFile).digest("hex")} ${platform}\n`;
}

/**
 * Whether `node_modules` is up to date. This is quick when nothing changed. A lock file that changed without a change
 * of packages needs no install.
 */
function isInstalled(place, wanted) {
  const stamp = stampOf(place);
  const stamped = fs.existsSync(stamp) ? fs.readFileSync(stamp, "utf8") : null;
  if (stamped === wanted) return true;
  const isOfThisPlatform = stamped === null || stamped.endsWith(` ${platform}\n`);
  if (!isOfThisPlatform || !matchesLockFile(place)) return false;
  fs.writeFileSync(stamp, wanted);
  return true;
}

/** Compares npm's own record of the installed packages with the lock file. It does not matter who started npm. */
function matchesLockFile(place) {
  const record = path.join(modulesOf(place), ".package-lock.json");
  if (!fs.existsSync(record)) return false;
  const installed = JSON.parse(fs.readFileSync(record, "utf8")).packages;
  return Object.entries(readLockFile(place).packages).every(([location, wanted]) => {
    if (location === "" || (wanted.optional && !installed[location])) return true;
    // A package of the repository is linked, so its next version needs no install.
    const isSame = !location.includes("node_modules/") || installed[location]?.version === wanted.version;
    return isSame && fs.existsSync(path.join(place.target, location));
  });
}

function install(place, wanted, lineFor) {
  console.error(lineFor(!fs.existsSync(modulesOf(place))));
  fs.rmSync(staging, { recursive: true, force: true });
  fs.mkdirSync(staging, { recursive: true });
  for (const name of ["package.json", "package-lock.json", ...filesOfWorkspaces(place)]) {
    fs.mkdirSync(path.dirname(path.join(staging, name)), { recursive: true });
    fs.copyFileSync(path.join(place.source, name), path.join(staging, name));
  }
  const started = Date.now();
  const result = runNpm(["ci", "--no-fund", "--no-audit", "--prefer-offline", "--loglevel=error"]);
  if (result.status !== 0) {
    const reason = result.error ? result.error.message : `npm ci ended with ${result.signal ?? result.status}`;
    console.error(`Could not install ${place.name}: ${reason}. node_modules is as it was before.`);
    return false;
  }
  fs.writeFileSync(path.join(staging, "node_modules", path.basename(stampOf(place))), wanted);
  replaceModules(modulesOf(place));
  console.error(`Installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  return true;
}

/**
 * npm compares the lock file with the package.json of every package in `packages/`, and links those packages and their
 * commands. It links no command whose file is missing.
 */
function filesOfWorkspaces(place) {
  return Object.entries(readLockFile(place).packages)
    .filter(([location]) => location !== "" && !location.includes("node_modules/"))
    .flatMap(([location, { bin = {} }]) => ["package.json", ...Object.values(bin)].map((file) => `${location}/${file}`))
    .filter((file) => fs.existsSync(path.join(place.source, file)));
}

function replaceModules(modules) {
  const former = path.join(build, "node_modules.former");
  fs.rmSync(former, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(modules), { recursive: true });
  if (fs.existsSync(modules)) fs.renameSync(modules, former);
  fs.renameSync(path.join(staging, "node_modules"), modules);
  fs.rmSync(former, { recursive: true, force: true });
  fs.rmSync(staging, { recursive: true, force: true });
}

/**
 * Runs the npm that started this command, or otherwise the npm on the PATH, which is a script on Windows and needs a
 * shell.
 */
function runNpm(args) {
  // npm's own output, such as "added 200 packages", goes to standard error.
  const options = { cwd: staging, stdio: ["inherit", 2, 2] };
  const running = process.env.npm_execpath;
  if (running && path.basename(running) === "npm-cli.js")
    return spawnSync(process.execPath, [running, ...args], options);
  return spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
}

/**
 * Makes sure that one install happens at a time; other starts wait and then use its result. A lock of a dead process is
 * taken over.
 */
async function acquireLock() {
  fs.mkdirSync(build, { recursive: true });
  let announced = false;
  for (;;) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: "wx" });
      return () => fs.rmSync(lock, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (!ownerIsAlive()) {
      fs.rmSync(lock, { force: true });
      continue;
    }
    if (!announced) console.error("Waiting for another start that is installing packages.");
    announced = true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function ownerIsAlive() {
  try {
    process.kill(Number(fs.readFileSync(lock, "utf8")), 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
