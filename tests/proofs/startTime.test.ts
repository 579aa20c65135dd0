// How soon the service is ready when nothing has changed since its last start: with `npm start`, and as systemd
// starts it.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { findServing } from "../../scripts/serving";
import { rootDirectory } from "../../scripts/settings";
import { expectWithin } from "../support/measuredLimit";
import { copyStarted } from "../support/startedOnce";
import { readUnit } from "../support/systemdUnit";

const folder = mkdtempSync(path.join(tmpdir(), "switchyard-start-time-"));
const data = path.join(folder, "data");
let running: ChildProcess | null = null;

// The first start of these sources pushes them, and bundles the command.
beforeAll(async () => void (await copyStarted(data)), 600_000);
afterEach(async () => {
  if (running === null) return;
  const ended = once(running, "exit");
  process.kill(-(running.pid ?? 0), "SIGTERM");
  await ended;
  running = null;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a command of the checkout, and returns after how many milliseconds it was ready to work. */
async function timeUntilReady(program: string, args: string[]): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd: rootDirectory,
    env: {
      ...process.env,
      SERVICE_DATA_DIR: data,
      SERVICE_HTTP_PORT: "0",
      SERVICE_SOCKET_PORT: "0",
      SERVICE_DASHBOARD: "off",
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  running = child;
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += String(chunk)));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`It has ended: ${output}`);
    const serving = findServing(data);
    const status = serving === null ? 0 : (await fetch(`${serving.httpUrl}/readyz`)).status;
    if (status === 200) break;
    await pause(10);
  }
  const ms = performance.now() - startedAt;
  expect(output).not.toContain("Pushing");
  return ms;
}

const [unitCommand = ""] = readUnit().get("ExecStart") ?? [];

it.each([
  ["npm start", "npm", ["start"]],
  ["the command of the systemd unit", process.execPath, unitCommand.split(" ").slice(1)],
])("%s is ready within two seconds on an unchanged checkout", async (name, program, args) => {
  expectWithin(2_000, await timeUntilReady(program, args), `${name} until /readyz says 200, in ms`);
});
