// The image and the systemd unit, without Docker and systemd: the steps of Dockerfile are executed in a temporary
// folder, and what both start is started there by a user who may write to the data directory only.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findServing } from "../../scripts/serving";
import { rootDirectory } from "../../scripts/settings";
import { executeDockerfile, type Image } from "../support/dockerSteps";
import { bearer, client, createWorkflow } from "../support/fixtures";
import { byPrompt, StartLoad } from "../support/startLoad";
import { readUnit, unitFile } from "../support/systemdUnit";

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

let folder: string;
let data: string;
let image: Image;
let httpPort: number;
const running = new Set<ChildProcess>();

// The packages are installed and the code is pushed, which takes minutes when other programs use the CPU.
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-image-"));
  chmodSync(folder, 0o755);
  image = executeDockerfile(folder, mayCopy);
  data = path.join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) chownSync(data, nobody, nobody);
  httpPort = await freePort();
}, 1_200_000);

afterEach(() => running.forEach((child) => child.kill("SIGKILL")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What .dockerignore lets into the image, of the folders that Dockerfile copies. */
function mayCopy(file: string): boolean {
  const ignored = readFileSync(path.join(rootDirectory, ".dockerignore"), "utf8").split("\n");
  const names = ignored.flatMap((line) => (line.startsWith("**/") ? [line.slice(3)] : []));
  const patterns = names.map((name) => new RegExp(`^${name.replaceAll(".", "\\.").replaceAll("*", ".*")}$`));
  return !file.split(path.sep).some((segment) => patterns.some((pattern) => pattern.test(segment)));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

interface Served {
  child: ChildProcess;
  output: () => string;
}

/** Starts a command as nobody. It resolves when the service says that it is ready to work. */
async function serve([program = "", ...args]: string[], environment: Record<string, string>): Promise<Served> {
  const child = spawn(path.basename(program) === "node" ? process.execPath : program, args, {
    cwd: path.join(image.root, image.workingDirectory),
    env: {
      PATH: process.env["PATH"] ?? "",
      ...environment,
      SERVICE_HOST: "127.0.0.1",
      SERVICE_DATA_DIR: data,
      SERVICE_HTTP_PORT: String(httpPort),
      SERVICE_SOCKET_PORT: "0",
      // The load begins as many runs as it can.
      SERVICE_LIMIT_WRITES: "0",
      SERVICE_LIMIT_STARTS: "0",
    },
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (output += String(chunk)));
  child.once("close", () => running.delete(child));
  const ended = once(child, "close").then(() => Promise.reject(new Error(`It has ended: ${output}`)));
  // It ends later, too, when it is stopped.
  ended.catch(() => undefined);
  const statusOf = () =>
    fetch(`http://127.0.0.1:${httpPort}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  const isReady = async () => {
    await expect.poll(statusOf, { timeout: 600_000, interval: 50 }).toBe(200);
  };
  await Promise.race([ended, isReady()]);
  return { child, output: () => output };
}

async function stop({ child }: Served): Promise<unknown> {
  child.kill("SIGTERM");
  const [code]: unknown[] = await once(child, "close");
  return code;
}

const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${httpPort}${path}`, init);
const firstKey = () => readFileSync(path.join(data, "first-key"), "utf8").trim();
const projectOf = async (key: string): Promise<unknown> =>
  await (await ask("/api/v1/project", { headers: bearer(key) })).json();

const serveImage = () => serve(image.command, image.environment);

function serveUnit(): Promise<Served> {
  const settings = readUnit();
  const [command = ""] = settings.get("ExecStart") ?? [];
  return serve(command.split(" "), { ...environmentOf(settings), SERVICE_LOG: "json" });
}

/** Returns the sum of the bytes of all files below a folder, as the layer of an image holds them. */
function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}

function environmentOf(settings: Map<string, string[]>): Record<string, string> {
  const pairs = (settings.get("Environment") ?? []).flatMap((line) => line.split(" "));
  return Object.fromEntries(pairs.map((pair) => pair.split("=", 2)));
}

describe("the image and the unit", { timeout: 1_200_000 }, () => {
  it("the image starts as nobody, tells its health, and keeps what was written over a stop and a start by the unit", async () => {
    expect(image.user).toBe("nobody");
    const first = await serveImage();
    const [program = "", ...args] = image.healthCheck;
    expect(program).toBe("node");
    const checkHealth = () =>
      spawnSync(process.execPath, args, {
        cwd: path.join(image.root, image.workingDirectory),
        env: { ...image.environment, SERVICE_DATA_DIR: data },
      }).status;
    expect(checkHealth()).toBe(0);
    const key = firstKey();
    expect(first.output()).not.toContain(key);
    const project = await projectOf(key);
    expect(project).toMatchObject({ data: { name: "Demo" } });
    expect(await stop(first)).toBe(0);
    expect(checkHealth()).toBe(1);

    const second = await serveUnit();
    expect(await projectOf(key)).toEqual(project);
    expect(second.output()).not.toContain("Pushing");
    expect(await stop(second)).toBe(0);
    for (const line of `${first.output()}${second.output()}`.trim().split("\n")) {
      expect(JSON.parse(line)).toMatchObject({
        time: expect.any(String),
        level: expect.any(String),
        message: expect.any(String),
      });
    }
  });

  it("runs that were acknowledged while both were stopped, killed and started again exist exactly once", async () => {
    let service = await serveImage();
    const api = client({ fetch: ask }, firstKey());
    const load = new StartLoad(api, await createWorkflow(api));
    load.begin(8);
    const grow = async () => {
      const { size } = load.acknowledged;
      await expect.poll(() => load.acknowledged.size, { interval: 5 }).toBeGreaterThan(size + 50);
    };
    // systemd and Docker send SIGTERM to the supervisor, and start the same command again.
    for (const startAgain of [serveUnit, serveUnit, serveImage]) {
      await grow();
      expect(await stop(service)).toBe(0);
      service = await startAgain();
    }
    await grow();
    const killed = findServing(data)?.processId ?? 0;
    process.kill(killed, "SIGKILL");
    // The supervisor starts it again.
    await grow();
    expect(findServing(data)?.processId).not.toBe(killed);
    await load.end();
    expect(load.interruptions).toBeGreaterThan(3);
    expect(await load.found()).toEqual([...load.acknowledged].toSorted(byPrompt));
    expect(await stop(service)).toBe(0);
  });

  it("the image has neither tests, nor packages for development, nor anything that git does not know", () => {
    const app = path.join(image.root, image.workingDirectory);
    for (const name of [
      "node_modules/vitest",
      "node_modules/typescript",
      "tests",
      "bench",
      ".env",
      ".data",
      "scripts/start.test.ts",
    ]) {
      expect([name, existsSync(path.join(app, name))]).toEqual([name, false]);
    }
  });

  it("the image adds to that of Node what docs/operations.md says", () => {
    const bytes = sizeOf(path.join(image.root, image.workingDirectory));
    const operations = readFileSync(path.join(rootDirectory, "docs/operations.md"), "utf8");
    const [, from = "", megabytes = ""] = /The image is `([^`]+)` and (\d+) MB/.exec(operations) ?? [];
    expect(from).toBe(image.from);
    expect(bytes / 1e6 / Number(megabytes)).toBeCloseTo(1, 1);
  });

  it.runIf(existsSync("/usr/bin/systemd-analyze"))("systemd has no objection to the unit", () => {
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", unitFile], { encoding: "utf8" });
    // The sources and Node need not be where the unit expects them.
    const objections = stderr.split("\n").filter((line) => line !== "" && !/not executable|No such file/.test(line));
    expect(objections).toEqual([]);
    expect(status === 0 || stderr !== "").toBe(true);
  });
});
