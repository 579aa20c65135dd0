// The engine as a process: how it ends, and what it prints when it cannot start.
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { type RunningEngine, startEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { pushApp } from "../support/pushApp";
import { testApp } from "./testApp";

let dataDir: string;
let engines: RunningEngine[];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-process-"));
  engines = [];
});

afterEach(async () => {
  for (const engine of engines) await engine.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(options: Parameters<typeof startEngine>[0] = {}): Promise<RunningEngine> {
  const engine = await startEngine({ dataDir, ...options });
  engines.push(engine);
  return engine;
}

const version = async (engine: RunningEngine) => (await fetch(`${engine.socketUrl}/version`)).status;

function slowAction(engine: RunningEngine, milliseconds: number): Promise<unknown> {
  const client = new ConvexHttpClient(engine.socketUrl, { logger: false });
  const args = { label: "in flight", milliseconds };
  return client.action(makeFunctionReference<"action">("scheduling:slowAction"), args);
}

async function untilBegun(engine: RunningEngine): Promise<void> {
  const client = new ConvexHttpClient(engine.socketUrl, { logger: false });
  const ran = () => client.query(makeFunctionReference<"query">("scheduling:ran"), {});
  await expect.poll(ran).toContain("in flight began");
}

it("an engine reports to its supervisor that it is alive, and when it begins long work", async () => {
  const env = { ...process.env, SERVICE_DATA_DIR: dataDir, SERVICE_SOCKET_PORT: "0", SERVICE_HTTP_PORT: "0" };
  const child = spawn(process.execPath, ["scripts/run.mjs", "engine/main.ts"], {
    cwd: rootDirectory,
    env,
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const heard: unknown[] = [];
  child.on("message", (beat) => heard.push(beat));
  const [line] = (await once(child.stdout!, "data")) as [Buffer];
  const { socketUrl } = JSON.parse(line.toString()) as { socketUrl: string };
  await expect.poll(() => heard.length).toBeGreaterThanOrEqual(2);
  expect(new Set(heard)).toEqual(new Set(["turned"]));
  // The push makes indexes, and fills them with what their tables have.
  await pushApp({ socketUrl, adminKey: readFileSync(path.join(dataDir, "admin-key"), "utf8").trim() }, testApp);
  await expect.poll(() => heard).toContain("long work");
  const heardBefore = heard.length;
  await expect.poll(() => heard.slice(heardBefore)).toContain("turned");
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([0, null]);
});

describe("an engine that is asked to stop", () => {
  it("finishes what is in flight and ends with 0", async () => {
    const engine = await start({ appDir: testApp });
    const answer = slowAction(engine, 500);
    await untilBegun(engine);
    engine.signal("SIGTERM");
    expect(await answer).toBe("in flight done");
    expect(await engine.exited).toBe(0);
    expect(engine.errorOutput()).toBe("");
  });

  it("ends at once when it is asked again", async () => {
    const engine = await start({ appDir: testApp });
    const answer = slowAction(engine, 600_000).catch(() => "cut off");
    await untilBegun(engine);
    engine.signal("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    engine.signal("SIGTERM");
    // If it had finished the requests in progress, the exit code would be 0.
    expect(await engine.exited).toBe(1);
    expect(await answer).toBe("cut off");
  });

  it("takes copies of the signal, as npm and the demonstration pass them on at Ctrl-C, for the same one", async () => {
    const engine = await start({ appDir: testApp });
    const answer = slowAction(engine, 500);
    await untilBegun(engine);
    for (const copy of ["SIGINT", "SIGINT", "SIGTERM"] as const) engine.signal(copy);
    expect(await answer).toBe("in flight done");
    expect(await engine.exited).toBe(0);
  });

  it("leaves all data for the next start", async () => {
    const first = await start({ appDir: testApp });
    const client = new ConvexHttpClient(first.socketUrl, { logger: false });
    const insert = makeFunctionReference<"mutation">("documents:insert");
    await client.mutation(insert, { table: "things", value: { label: "kept" } });
    expect(await first.stop()).toBe(0);
    const second = await start();
    const labels = makeFunctionReference<"query">("transactions:labels");
    const found = await new ConvexHttpClient(second.socketUrl, { logger: false }).query(labels, { table: "things" });
    expect(found).toStrictEqual(["kept"]);
    expect(second.adminKey).toBe(first.adminKey);
  });
});

describe("an engine that cannot start says why and ends with 1:", () => {
  const ending = /^The engine ended with 1 before it was ready: /;

  it("another process has the data directory, and continues undisturbed", async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(/ended with 1 .*is in use by another process \(process \d+\)/);
    expect(await version(first)).toBe(200);
  });

  it("the port is taken", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    await expect(start({ socketPort: address.port })).rejects.toThrow(
      `Port ${address.port} on 127.0.0.1 is already in use`,
    );
    server.close();
  });

  it("the data directory cannot be written", async () => {
    const file = path.join(dataDir, "a-file");
    writeFileSync(file, "");
    await expect(startEngine({ dataDir: path.join(file, "data") })).rejects.toThrow(/cannot be written/);
  });

  it("the database file is not a database, and stays unchanged", async () => {
    const first = await start({ appDir: testApp });
    await first.stop();
    const database = path.join(dataDir, "data.sqlite");
    const garbage = Buffer.alloc(statSync(database).size, "garbage ");
    writeFileSync(database, garbage);
    await expect(start()).rejects.toThrow(/ended with 1 .*data\.sqlite cannot be read/);
    expect(readFileSync(database).equals(garbage)).toBe(true);
  });

  it("the key of the environment variables is a different one, and they stay unchanged", async () => {
    const first = await start();
    await deploymentOn(() => first).setEnvironment({ NAME: "value" });
    await first.stop();
    const keyFile = path.join(dataDir, "environment-key");
    const key = readFileSync(keyFile);
    rmSync(keyFile);
    await expect(start()).rejects.toThrow(/ended with 1 .*environment-key; restore that file from a backup/);
    writeFileSync(keyFile, key);
    await start();
  });

  it("in one line", async () => {
    await start();
    const failure: unknown = await start().catch((error: unknown) => error);
    expect((failure as Error).message.replace(ending, "").split("\n")).toHaveLength(1);
  });
});

describe("the data directory", () => {
  it("is readable by its owner only, and so is the admin key", async () => {
    await start();
    expect(statSync(path.join(dataDir, "admin-key")).mode & 0o077).toBe(0);
  });

  it("is .data, not the folder in which the engine starts, when its variable is empty", async () => {
    const command = [path.join(rootDirectory, "scripts/run.mjs"), "engine/main.ts"];
    const variables = { SERVICE_DATA_DIR: "", SERVICE_HOST: "", SERVICE_SOCKET_PORT: "0", SERVICE_HTTP_PORT: "0" };
    const child = spawn(process.execPath, command, { cwd: dataDir, env: { ...process.env, ...variables } });
    child.stdout.once("data", () => child.kill("SIGTERM"));
    await once(child, "exit");
    expect(readdirSync(dataDir)).toEqual([".data"]);
  });
});
