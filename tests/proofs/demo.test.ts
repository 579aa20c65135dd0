// `npm run demo` as a new user tries it: within a minute and a half its project shows everything that the product does.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { runCommand } from "../support/command";
import { client, dataOf } from "../support/fixtures";

let folder: string;
let demo: ChildProcess;
let output = "";

const ports = { SERVICE_HTTP_PORT: "0", SERVICE_SOCKET_PORT: "0" };
/** What somebody has set who works with another service on the same day. The demonstration is not to ask that. */
const ofAnotherService = {
  SWITCHYARD_URL: "http://127.0.0.1:9999",
  SWITCHYARD_RUNNER_TOKEN: "svc_runner_other",
  CONVEX_SELF_HOSTED_URL: "http://127.0.0.1:9999",
  CONVEX_SELF_HOSTED_ADMIN_KEY: "other",
};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-demo-"));
  demo = spawn("npm", ["run", "demo", "--", "--folder", path.join(folder, "demo")], {
    cwd: rootDirectory,
    env: { ...process.env, ...ports, ...ofAnotherService },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  for (const stream of [demo.stdout, demo.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  while (!/Key +svc_/.test(output)) await pause(100);
}, 70_000);

afterAll(async () => {
  const ended = once(demo, "exit");
  if (demo.pid !== undefined && demo.exitCode === null) {
    process.kill(-demo.pid, "SIGTERM");
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

function api() {
  const [, url = ""] = /REST API +(\S+)\/api\/v1/.exec(output) ?? [];
  const [, key = ""] = /Key +(\S+)/.exec(output) ?? [];
  return client({ fetch: (route, request) => fetch(new URL(route, url), request) }, key);
}

async function shown(path: string): Promise<Record<string, unknown>[]> {
  return (await dataOf(api().get(path))) as Record<string, unknown>[];
}

const soon = { timeout: 90_000, interval: 1000 };

it("shows runs in all states", async () => {
  const seen = new Set<unknown>();
  const states = async () => {
    for (const { status } of await shown("/runs/list?limit=50")) seen.add(status);
    return [...seen];
  };
  const all = ["cancelled", "completed", "failed", "paused", "pending", "running", "scheduled"];
  await expect.poll(states, soon).toEqual(expect.arrayContaining(all));
}, 100_000);

it("shows questions, and why they wait", async () => {
  await expect.poll(() => shown("/runs/questions?status=waiting"), soon).toHaveLength(3);
  const kinds = new Set((await shown("/inbox")).map(({ kind }) => kind));
  expect(kinds).toContain("run_question");
  expect(kinds).toContain("run_failed");
}, 100_000);

it("shows what the agent has written, changed and spent", async () => {
  const [done] = await shown("/runs/list?status=completed&limit=1");
  const [sandbox] = await shown(`/sandboxes/list?runId=${String(done?.["id"])}&limit=1`);
  const { diff } = await dataOf(api().get(`/sandboxes/diff?id=${String(sandbox?.["id"])}`));
  expect(diff).toMatch(/^\+/m);
  expect(done?.["costUsd"]).toBeGreaterThan(0);
});

it("has begun a chain of each kind", async () => {
  await expect.poll(async () => (await shown("/sprint-chains"))[0]?.["status"], soon).toMatch(/^(running|completed)$/);
  await expect
    .poll(async () => (await shown("/work-chains/list"))[0]?.["status"], soon)
    .toMatch(/^(running|completed)$/);
}, 200_000);

it("is not disturbed by a second one in its folder", async () => {
  const { code, stderr } = await runCommand("scripts/demo.ts", ["--folder", path.join(folder, "demo")], ports);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^A demonstration is running or still ending in /);
  await expect.poll(() => shown("/runs/list?limit=1"), soon).toHaveLength(1);
  expect(existsSync(path.join(folder, "demo/key"))).toBe(true);
});

it("ends its service when it fails", async () => {
  const other = path.join(folder, "other");
  const note = path.join(other, "data/serving.json");
  const outcome = runCommand("scripts/demo.ts", ["--folder", other], ports);
  await expect.poll(() => existsSync(note) && readFileSync(note, "utf8")).toMatch(/\}\n$/);
  const { processId } = JSON.parse(readFileSync(note, "utf8")) as { processId: number };
  // Without the note the demonstration does not find its service.
  rmSync(note);
  const isOver = await Promise.race([outcome.then(() => true), pause(60_000, false)]);
  // A service that is left would outlive the test.
  if (!isOver) process.kill(processId, "SIGTERM");
  expect(isOver).toBe(true);
  expect(await outcome).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The service has ended; /) });
  expect(() => process.kill(processId, 0)).toThrow("ESRCH");
});
