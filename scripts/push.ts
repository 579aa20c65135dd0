// Pushes an app's `convex/` folder to a deployment with the official CLI. Only the CLI bundles the folder.
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

/** Runs the CLI and prints nothing. When it fails, its output is in the result. */
export function runConvexCli(args: string[], target: PushTarget, signal?: AbortSignal): Promise<CliResult> {
  const cli = path.join(rootDirectory, "node_modules/convex/bin/main.js");
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: target.appDirectory,
    env: {
      ...process.env,
      CONVEX_SELF_HOSTED_URL: target.socketUrl,
      CONVEX_SELF_HOSTED_ADMIN_KEY: target.adminKey,
      // The variables are empty rather than absent, so that a developer's .env.local for a cloud deployment does not
      // set them.
      CONVEX_DEPLOYMENT: "",
      CONVEX_DEPLOY_KEY: "",
      CONVEX_DEPLOYMENT_TOKEN: "",
      // With `CI` set, the CLI does not report failures to its makers over the network.
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

/**
 * Pushes, unless the last push to this data directory had the same sources, and the deployment still has them: somebody
 * may have moved a damaged database away.
 */
export async function pushIfChanged(
  target: PushTarget,
  dataDirectory: string,
  options: { codegen: boolean; signal: AbortSignal; hasCode: boolean },
): Promise<CliResult> {
  const record = path.join(dataDirectory, "pushed");
  const digest = sourcesDigest(target.appDirectory);
  if (options.hasCode && existsSync(record) && readFileSync(record, "utf8") === digest) return { kind: "done" };
  console.log("Pushing convex/ (it changed since the last push).");
  const result = await push(target, options);
  if (result.kind === "done") writeFileSync(record, digest);
  return result;
}

/**
 * Returns a digest that changes exactly when a push would change something. The lock file represents all packages that
 * bundle and serve.
 */
function sourcesDigest(appDirectory: string): string {
  const hash = createHash("sha256").update(readFileSync(path.join(rootDirectory, "package-lock.json")));
  for (const source of listSources(appDirectory)) {
    hash.update(`\0${source}\0`).update(readFileSync(path.join(appDirectory, "convex", source)));
  }
  return hash.digest("hex");
}

/** Lists the files of `convex/` that are pushed: all except tests and the generated folder. */
export function listSources(appDirectory: string): string[] {
  const files = readdirSync(path.join(appDirectory, "convex"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /\.[jt]sx?$/.test(file) && !file.includes(".test.") && !file.startsWith("_generated"))
    .sort();
}
