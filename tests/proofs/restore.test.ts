// A deployment with data is backed up and restored elsewhere with Convex's CLI, as docs/operations.md describes. The
// restored deployment has the same documents, its counters are right, and its keys work.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import schema from "../../convex/schema";
import type { TableNames } from "../../convex/_generated/dataModel";
import { rootDirectory } from "../../scripts/settings";
import { makeCliProject } from "../engine/cliProject";
import { runCommand } from "../support/command";
import { inconsistencies } from "../support/consistency/check";
import { readTables, type Tables } from "../support/consistency/tables";
import { startEngine, type RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { callbackSecret, client, dataOf } from "../support/fixtures";

const runs = process.env["PROOFS"] === "long" ? 500 : 30;
const folder = mkdtempSync(path.join(tmpdir(), "switchyard-restore-"));
const backup = path.join(folder, "backup.zip");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Tables that crons and the use of keys change all the time. */
const restless = new Set(["apiKeyUses", "apiKeyLastUses", "healthProbes"]);

/** Fills the deployment and returns the key of the project. */
async function fill(engine: RunningEngine): Promise<string> {
  await deploymentOn(() => engine).setEnvironment({
    JOB_CALLBACK_SECRET: callbackSecret,
    PROVIDER_KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  });
  const { stdout } = await runCommand("scripts/seed.ts", ["--runs", String(runs)], {
    SERVICE_DATA_DIR: engine.dataDir,
    SERVICE_SOCKET_PORT: new URL(engine.socketUrl).port,
    SERVICE_HTTP_PORT: new URL(engine.httpUrl).port,
    JOB_CALLBACK_SECRET: callbackSecret,
  });
  return /\bsvc_\w+/.exec(stdout)?.[0] ?? "";
}

async function convex(engine: RunningEngine, ...args: string[]): Promise<void> {
  const project = makeCliProject(engine, {});
  const { code, output } = await project.convex(...args);
  project.remove();
  if (code !== 0) throw new Error(`npx convex ${args.join(" ")}: ${output}`);
}

/** Returns the tables whose documents differ. */
function differing(one: Tables, other: Tables): string[] {
  const names = (Object.keys(schema.tables) as TableNames[]).filter((table) => !restless.has(table));
  return names.filter((table) => JSON.stringify(one.canonical(table)) !== JSON.stringify(other.canonical(table)));
}

it("a restored deployment has what the backup had, consistent to the last counter", { timeout: 600_000 }, async () => {
  const first = await startEngine({ appDir: rootDirectory });
  const key = await fill(first);
  await convex(first, "export", "--include-file-storage", "--path", backup);
  const before = await readTables(first);
  await first.kill();

  const second = await startEngine({ appDir: rootDirectory });
  await convex(second, "import", "--replace-all", "--yes", backup);
  const restored = await readTables(second);
  expect(inconsistencies(restored)).toEqual([]);
  expect(before.rows("runs").length).toBeGreaterThanOrEqual(runs);
  expect(differing(before, restored)).toEqual([]);
  const api = client(
    deploymentOn(() => second),
    key,
  );
  await dataOf(api.post("/issues/create", { title: "It works again." }));
  expect(inconsistencies(await readTables(second))).toEqual([]);
  await second.kill();
});
