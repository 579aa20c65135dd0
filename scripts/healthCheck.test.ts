import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "./settings";

let directory: string;
let service: Server;
let status = 200;
const asked: string[] = [];

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), "switchyard-health-"));
  service = createServer(({ url = "" }, response) => {
    asked.push(url);
    response.writeHead(status).end();
  });
  await once(service.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  service.close();
  rmSync(directory, { recursive: true });
});

const recordServing = (port: number) =>
  writeFileSync(path.join(directory, "serving.json"), JSON.stringify({ httpUrl: `http://127.0.0.1:${port}` }));

async function check(): Promise<unknown> {
  const child = spawn(process.execPath, ["scripts/healthCheck.mjs"], {
    cwd: rootDirectory,
    env: { ...process.env, SERVICE_DATA_DIR: directory },
    stdio: "ignore",
  });
  const [code]: unknown[] = await once(child, "close");
  return code;
}

it("asks the service of the data directory at its own port, and fails unless it is well", async () => {
  expect(await check()).toBe(1);
  recordServing((service.address() as AddressInfo).port);
  expect(await check()).toBe(0);
  status = 503;
  expect(await check()).toBe(1);
  expect(asked).toEqual(["/healthz", "/healthz"]);
  recordServing(1);
  expect(await check()).toBe(1);
});
