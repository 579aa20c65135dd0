// `npm run runner` asks the service of this repository, wherever it is, and says what would surprise people.
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { runCommand } from "../tests/support/command";

let folder: string;
let data: string;
let service: Server;
let url: string;
/** The tokens of those who have asked the service for a job. */
let asked: (string | undefined)[];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-npm-run-runner-"));
  data = path.join(folder, "data");
  mkdirSync(data);
  writeFileSync(path.join(data, "secrets.env"), "JOB_CALLBACK_SECRET=whisper\n");
  service = createServer((request, response) => {
    void text(request).then((body) => {
      if (body.includes('"job.claim"')) asked.push(request.headers.authorization);
      response.end('{ "result": null }');
    });
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
  rmSync(path.join(data, "serving.json"), { force: true });
});
afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

function runOnce(environment: NodeJS.ProcessEnv, ...flags: string[]) {
  const args = ["--once", "--folder", path.join(folder, "work"), ...flags];
  return runCommand("scripts/runner.ts", args, { SERVICE_DATA_DIR: data, ...environment });
}

const closed = "http://127.0.0.1:9999";
const port = () => new URL(url).port;
const note = (httpUrl: string) =>
  writeFileSync(
    path.join(data, "serving.json"),
    JSON.stringify({ processId: process.pid, httpUrl, socketUrl: httpUrl }),
  );

it("finds the service that runs, with its secret", async () => {
  note(url);
  expect(await runOnce({ SERVICE_HTTP_PORT: "9999" })).toMatchObject({ code: 0, stderr: "" });
  expect(asked).toEqual(["Bearer whisper"]);
});

it("asks the port of the settings when no service has noted another", async () => {
  expect(await runOnce({ SERVICE_HTTP_PORT: port() })).toMatchObject({ code: 0, stderr: "" });
  expect(asked).toEqual(["Bearer whisper"]);
});

it("asks the service that a variable or a flag names before its own", async () => {
  note(closed);
  expect(await runOnce({ SWITCHYARD_URL: url })).toMatchObject({ code: 0, stderr: "" });
  expect(await runOnce({ SWITCHYARD_URL: closed }, "--url", url)).toMatchObject({ code: 0, stderr: "" });
  expect(asked).toHaveLength(2);
});

it("says that nothing answers, and ends when it was to look once", async () => {
  note(closed);
  const { code, stdout, stderr } = await runOnce({});
  expect(code).toBe(5);
  expect(stderr).toBe(
    `Nothing answers at ${closed} (connection refused). Start the service, or name another with --url.\n`,
  );
  expect(stdout.match(/Cannot reach .*/g)).toEqual([`Cannot reach ${closed} (connection refused); trying again.`]);
});

it("names a variable of the settings that cannot be used", async () => {
  const { code, stderr } = await runOnce({ SERVICE_HTTP_PORT: "many" });
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'SERVICE_HTTP_PORT is "many", which is not a port number.\n' });
});

it("says that the demo agent only pretends to work, unless somebody has asked for it", async () => {
  note(url);
  const sentence = "No agent is configured: the demo agent pretends to work.";
  expect((await runOnce({})).stdout).toContain(sentence);
  expect((await runOnce({}, "--agent", "demo")).stdout).not.toContain(sentence);
  expect((await runOnce({}, "--json")).stdout).toMatch(/^\{"at":"[^"]+","kind":"pretending"\}$/m);
});
