// Pushes an app's `convex/` folder to a deployment with the official CLI, which is the only thing that bundles it.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "./settings";

export interface PushTarget {
  /** The folder that holds `convex/` and a package.json. */
  appDirectory: string;
  socketUrl: string;
  adminKey: string;
}

export type CliResult = { kind: "done" } | { kind: "failed"; output: string };

export function push(target: PushTarget, options: { codegen: boolean; signal?: AbortSignal }): Promise<CliResult> {
  const codegen = options.codegen ? "enable" : "disable";
  const args = ["deploy", "--typecheck", "disable", "--codegen", codegen, "--yes"];
  return runConvexCli(args, target, options.signal);
}

/** Quiet: what the CLI says is in the result of a failure. */
export function runConvexCli(args: string[], target: PushTarget, signal?: AbortSignal): Promise<CliResult> {
  const cli = path.join(rootDirectory, "node_modules/convex/bin/main.js");
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: target.appDirectory,
    env: {
      ...process.env,
      CONVEX_SELF_HOSTED_URL: target.socketUrl,
      CONVEX_SELF_HOSTED_ADMIN_KEY: target.adminKey,
      // Empty rather than absent, so that a developer's .env.local for a cloud deployment does not fill them in.
      CONVEX_DEPLOYMENT: "",
      CONVEX_DEPLOY_KEY: "",
      CONVEX_DEPLOYMENT_TOKEN: "",
      // The CLI reports failures to its makers over the network, except here.
      CI: "1",
      VERCEL: "",
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...(signal === undefined ? {} : { signal }),
  });
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ kind: "failed", output: error.message }));
    child.on("close", (code) => {
      if (code === 0) resolve({ kind: "done" });
      else resolve({ kind: "failed", output: Buffer.concat(output).toString("utf8").trim() });
    });
  });
}

/** Pushes unless the last push to this data directory was of the same sources. */
export async function pushIfChanged(
  target: PushTarget,
  dataDirectory: string,
  options: { codegen: boolean; signal: AbortSignal },
): Promise<CliResult> {
  const record = path.join(dataDirectory, "pushed");
  const digest = sourcesDigest(target.appDirectory);
  if (existsSync(record) && readFileSync(record, "utf8") === digest) return { kind: "done" };
  console.log("Pushing convex/ (it changed since the last push).");
  const result = await push(target, options);
  if (result.kind === "done") writeFileSync(record, digest);
  return result;
}

/** Equal exactly when pushing again would change nothing. The lock file stands for all that bundles and serves. */
function sourcesDigest(appDirectory: string): string {
  const hash = createHash("sha256").update(readFileSync(path.join(rootDirectory, "package-lock.json")));
  for (const source of listSources(appDirectory)) {
    hash.update(`\0${source}\0`).update(readFileSync(path.join(appDirectory, "convex", source)));
  }
  return hash.digest("hex");
}

/** What is pushed of `convex/`: neither tests nor the generated folder. */
export function listSources(appDirectory: string): string[] {
  const files = readdirSync(path.join(appDirectory, "convex"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /\.[jt]sx?$/.test(file) && !file.includes(".test.") && !file.startsWith("_generated"))
    .sort();
}
