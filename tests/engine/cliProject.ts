// A temporary project for the official CLI, which writes into the folder that it reads. The project lies below the
// root, so that the packages are found from it.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";
import type { RunningEngine } from "../support/engine";

export interface CliProject {
  directory: string;
  /** Writes files of `convex/`; null removes one. */
  write: (files: Record<string, string | null>) => void;
  read: (file: string) => string | null;
  /** Runs `npx convex <args>` against the engine and waits for its end. */
  convex: (...args: string[]) => Promise<{ code: number | null; output: string }>;
  /** Runs a command that continues until it is stopped. `output` returns what it has printed so far. */
  watch: (...args: string[]) => { output: () => string; stop: () => Promise<void> };
  remove: () => void;
}

export function makeCliProject(engine: RunningEngine, files: Record<string, string>): CliProject {
  const parent = path.join(rootDirectory, ".build");
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(path.join(parent, "cli-"));
  const manifest = { name: "cli-project", private: true, dependencies: { convex: "*" } };
  writeFileSync(path.join(directory, "package.json"), JSON.stringify(manifest));
  const project: CliProject = {
    directory,
    write: (changed) => {
      for (const [file, text] of Object.entries(changed)) writeOne(path.join(directory, "convex", file), text);
    },
    read: (file) => {
      const full = path.join(directory, file);
      return existsSync(full) ? readFileSync(full, "utf8") : null;
    },
    convex: (...args) => startCli(directory, engine, args).ended,
    watch: (...args) => {
      const cli = startCli(directory, engine, args);
      const stop = async () => {
        cli.child.kill("SIGKILL");
        await cli.ended;
      };
      return { output: cli.output, stop };
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
  project.write(files);
  return project;
}

function writeOne(file: string, text: string | null): void {
  if (text === null) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function startCli(directory: string, engine: RunningEngine, args: string[]) {
  const child = spawn(process.execPath, [path.join(rootDirectory, "node_modules/convex/bin/main.js"), ...args], {
    cwd: directory,
    env: {
      ...process.env,
      CONVEX_SELF_HOSTED_URL: engine.socketUrl,
      CONVEX_SELF_HOSTED_ADMIN_KEY: engine.adminKey,
      CONVEX_DEPLOYMENT: "",
      CONVEX_DEPLOY_KEY: "",
      CI: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const written: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => written.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => written.push(chunk));
  const output = () => Buffer.concat(written).toString("utf8");
  const ended = new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output: output() }));
  });
  return { child, output, ended };
}
