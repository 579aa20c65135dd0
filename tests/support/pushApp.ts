// Pushes an app to an engine. The official CLI bundles the app once for all test files. A push is then the three
// requests that the CLI would send.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import { listSources, runConvexCli } from "../../scripts/push";
import { rootDirectory } from "../../scripts/settings";

interface PushTarget {
  socketUrl: string;
  adminKey: string;
}

export async function pushApp(target: PushTarget, appDir: string): Promise<void> {
  const request: unknown = JSON.parse(await pushRequest(appDir));
  const startPush = await post<{ schemaChange: unknown }>(target, "start_push", request);
  const { schemaChange } = startPush;
  const checked = await post<{ type: string }>(target, "wait_for_schema", { schemaChange, timeoutMs: 10_000 });
  if (checked.type !== "complete") throw new Error(`The schema was refused: ${JSON.stringify(checked)}`);
  await post(target, "finish_push", { startPush, dryRun: false });
}

async function post<Answer>(target: PushTarget, step: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${target.socketUrl}/api/deploy2/${step}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Convex ${target.adminKey}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${step}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

const buildDirectory = path.join(rootDirectory, ".build");
/** One run of all tests needs fewer. */
const requestsKept = 12;

/**
 * Returns the text of the request that `npx convex deploy` would send. The CLI writes it, and it is kept until the
 * sources change.
 */
async function pushRequest(appDir: string): Promise<string> {
  const kept = path.join(buildDirectory, `push-${sourcesDigest(appDir)}.json`);
  if (!existsSync(kept)) {
    await bundle(appDir, kept);
    removeAllButNewest();
  }
  const now = new Date();
  utimesSync(kept, now, now);
  return readFileSync(kept, "utf8");
}

/** Keeps the requests that were used last. */
function removeAllButNewest(): void {
  const requests = readdirSync(buildDirectory)
    .filter((name) => /^push-[0-9a-f]{32}\.json$/.test(name))
    .map((name) => path.join(buildDirectory, name))
    .map((file) => ({ file, usedAt: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { file } of requests.slice(requestsKept)) rmSync(file, { force: true });
}

async function bundle(appDir: string, into: string): Promise<void> {
  mkdirSync(buildDirectory, { recursive: true });
  // The file is written under another name and then renamed, since another worker may bundle the same app at the same
  // time.
  const name = path.join(buildDirectory, `push-${randomUUID()}`);
  const args = ["deploy", "--write-push-request", name, "--push-all-modules", "--yes"];
  const result = await runConvexCli([...args, "--typecheck", "disable", "--codegen", "disable"], {
    appDirectory: appDir,
    // The CLI sends nothing to this address: it only writes the request.
    socketUrl: "http://127.0.0.1:9",
    adminKey: "unused",
  });
  if (result.kind === "failed") throw new Error(`The CLI could not bundle ${appDir}:\n${result.output}`);
  renameSync(`${name}.json`, into);
}

/** Returns a digest of the sources. The lock file represents the packages that are bundled with them. */
function sourcesDigest(appDir: string): string {
  const hash = createHash("sha256").update(readFileSync(path.join(rootDirectory, "package-lock.json")));
  for (const source of listSources(appDir)) {
    hash.update(`\0${source}\0`).update(readFileSync(path.join(appDir, "convex", source)));
  }
  return hash.digest("hex").slice(0, 32);
}
