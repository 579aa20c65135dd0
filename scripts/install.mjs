// Installs the dependencies when `node_modules` is missing or was installed from another lock file, and only then. npm
// installs into a separate folder, which replaces `node_modules` when it is complete. So an install that fails or is
// interrupted leaves the previous packages untouched.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const platform = `${process.platform} ${process.arch}`;
const modules = path.join(root, "node_modules");
const stamp = path.join(modules, ".installed-from");
const build = path.join(root, ".build");
const staging = path.join(build, "install");
const lock = path.join(build, "install.lock");

/**
 * Installs if necessary, and prints a line if it does. Returns false when the install failed; npm has then printed why.
 */
export async function installIfNeeded() {
  const wanted = fingerprint();
  if (isInstalled(wanted)) return true;
  const release = await acquireLock();
  try {
    return isInstalled(wanted) || install(wanted);
  } finally {
    release();
  }
}

/**
 * Returns a text that identifies what `node_modules` must contain. It names the platform too, since native packages
 * differ by platform.
 */
function fingerprint() {
  const lockFile = fs.readFileSync(path.join(root, "package-lock.json"));
  return `${createHash("sha256").update(lockFile).digest("hex")} ${platform}\n`;
}

/**
 * Whether `node_modules` is up to date. This is quick when nothing changed. A lock file that changed without a change
 * of packages needs no install.
 */
function isInstalled(wanted) {
  const stamped = fs.existsSync(stamp) ? fs.readFileSync(stamp, "utf8") : null;
  if (stamped === wanted) return true;
  const isOfThisPlatform = stamped === null || stamped.endsWith(` ${platform}\n`);
  if (!isOfThisPlatform || !matchesLockFile()) return false;
  fs.writeFileSync(stamp, wanted);
  return true;
}

/** Compares npm's own record of the installed packages with the lock file. It does not matter who started npm. */
function matchesLockFile() {
  const record = path.join(modules, ".package-lock.json");
  if (!fs.existsSync(record)) return false;
  const installed = JSON.parse(fs.readFileSync(record, "utf8")).packages;
  const locked = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8")).packages;
  return Object.entries(locked).every(([location, wanted]) => {
    if (location === "" || (wanted.optional && !installed[location])) return true;
    return installed[location]?.version === wanted.version && fs.existsSync(path.join(root, location));
  });
}

function install(wanted) {
  console.log(`Installing dependencies (npm ci): ${fs.existsSync(modules) ? "the lock file changed" : "first start"}.`);
  fs.rmSync(staging, { recursive: true, force: true });
  fs.mkdirSync(staging, { recursive: true });
  for (const name of ["package.json", "package-lock.json", ...manifestsOfWorkspaces()]) {
    fs.mkdirSync(path.dirname(path.join(staging, name)), { recursive: true });
    fs.copyFileSync(path.join(root, name), path.join(staging, name));
  }
  const started = Date.now();
  const result = runNpm(["ci", "--no-fund", "--no-audit", "--prefer-offline", "--loglevel=error"]);
  if (result.status !== 0) {
    const reason = result.error ? result.error.message : `npm ci ended with ${result.signal ?? result.status}`;
    console.error(`The dependencies could not be installed: ${reason}. node_modules is as it was before.`);
    return false;
  }
  fs.writeFileSync(path.join(staging, "node_modules", path.basename(stamp)), wanted);
  replaceModules();
  console.log(`Installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  return true;
}

/** npm compares the lock file with the package.json of every package in `packages/`, and links those packages. */
function manifestsOfWorkspaces() {
  const locked = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8")).packages;
  return Object.keys(locked)
    .filter((location) => location !== "" && !location.includes("node_modules/"))
    .map((location) => `${location}/package.json`);
}

function replaceModules() {
  const former = path.join(build, "node_modules.former");
  fs.rmSync(former, { recursive: true, force: true });
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
  const options = { cwd: staging, stdio: "inherit" };
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
    if (!announced) console.log("Waiting for another start that is installing the dependencies.");
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
