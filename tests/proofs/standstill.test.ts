// A server that stands still is killed and started again by `scripts/supervise.mjs`, and one that only seems to is left
// alone: real processes, with the real bound of 30 seconds. All of them stand still at the same time.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { testApp } from "../engine/testApp";
import { expectWithin } from "../support/measuredLimit";
import { pushApp } from "../support/pushApp";

const maxRestartMs = 35_000;
/** Longer than the watch waits. */
const longMs = 34_000;

let directory: string;
const running: ChildProcess[] = [];
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), "switchyard-standstill-"));
});
afterAll(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "close");
  }
  rmSync(directory, { recursive: true, force: true });
});

interface Supervised {
  child: ChildProcess;
  output: () => string;
}

function supervise(args: string[], env: NodeJS.ProcessEnv = {}): Supervised {
  const child = spawn(process.execPath, ["scripts/supervise.mjs", ...args], {
    cwd: rootDirectory,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  return { child, output: () => output };
}

class Engine {
  private constructor(
    readonly supervised: Supervised,
    private readonly dataDir: string,
  ) {}

  static async start(name: string, env: NodeJS.ProcessEnv): Promise<Engine> {
    const dataDir = path.join(directory, name);
    const ports = { SERVICE_HTTP_PORT: "0", SERVICE_SOCKET_PORT: "0" };
    const supervised = supervise(["scripts/run.mjs", "engine/main.ts"], {
      SERVICE_DATA_DIR: dataDir,
      ...ports,
      ...env,
    });
    const engine = new Engine(supervised, dataDir);
    await untilServed(engine, 1);
    const adminKey = readFileSync(path.join(dataDir, "admin-key"), "utf8").trim();
    await pushApp({ socketUrl: engine.addresses.socketUrl, adminKey }, testApp);
    return engine;
  }

  /** Where each start serves. */
  get starts(): { socketUrl: string; httpUrl: string }[] {
    const lines = this.supervised.output().split("\n");
    return lines
      .filter((line) => line.startsWith('{"ready"'))
      .map((line) => JSON.parse(line) as { socketUrl: string; httpUrl: string });
  }

  get addresses(): { socketUrl: string; httpUrl: string } {
    return this.starts.at(-1)!;
  }

  get pid(): number {
    return Number(readFileSync(path.join(this.dataDir, "lock.pid"), "utf8"));
  }

  get client(): ConvexHttpClient {
    return new ConvexHttpClient(this.addresses.socketUrl, { logger: false });
  }

  async labels(): Promise<string[]> {
    return (await this.client.query(makeFunctionReference<"query">("transactions:labels"), {
      table: "things",
    })) as string[];
  }

  /** Inserts documents one after another until the server does not answer. Returns the acknowledged labels. */
  async write(name: string): Promise<string[]> {
    const { client } = this;
    const acknowledged: string[] = [];
    for (;;) {
      const label = `${name} ${acknowledged.length}`;
      const insert = makeFunctionReference<"mutation">("documents:insert");
      try {
        await client.mutation(insert, { table: "things", value: { label } }, { skipQueue: true });
      } catch {
        return acknowledged;
      }
      acknowledged.push(label);
    }
  }
}

/** The tests run at the same time, where `expect.poll` does not always know which of them it is called in. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(isSo, { interval: 20, timeout: 90_000 });
}

async function untilServed(engine: Engine, times: number): Promise<void> {
  await until(() => engine.starts.length === times);
}

describe.concurrent("a server stands still", { timeout: 150_000 }, () => {
  it("again and again: each start comes after the shortest pause", async () => {
    const { child, output } = supervise(script("process.send('turned'); stand(200000);"));
    const again = "(it had stood still for 30 s and was killed) and starts again in 0.5 s.";
    await until(() => output().split(again).length - 1 === 2);
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([expect.anything(), null]);
  });

  const ways = [
    ["pool", "a query", "hostile:searchesForEver"],
    ["fresh", "a mutation", "hostile:searchesForEverAfterWriting"],
    ["shared", "an HTTP action", "GET /searches-for-ever"],
  ] as const;
  it.each(ways)(
    "with contexts that are %s, in %s that cannot be stopped: it serves again within 35 s, with everything acknowledged, and its log names the function",
    async (contexts, kind, name) => {
      const engine = await Engine.start(contexts, { SERVICE_CONTEXTS: contexts });
      const writers = ["a", "b", "c"].map((writer) => engine.write(writer));
      await until(async () => (await engine.labels()).length > 100);
      const startedAt = performance.now();
      const { client } = engine;
      const call = {
        "a query": () => client.query(makeFunctionReference<"query">(name), {}),
        "a mutation": () => client.mutation(makeFunctionReference<"mutation">(name), {}),
        "an HTTP action": () => fetch(engine.addresses.httpUrl + name.replace("GET ", "")),
      }[kind];
      await expect(call()).rejects.toThrow("fetch failed");
      await untilServed(engine, 2);
      const labels = new Set(await engine.labels());
      const tookMs = performance.now() - startedAt;
      const acknowledged = (await Promise.all(writers)).flat();
      expect(acknowledged.filter((label) => !labels.has(label))).toEqual([]);
      expect(labels).not.toContain("before searching");
      const output = engine.supervised.output();
      expect(output).toContain(`"failure":"A function has held the thread for 10 s.`);
      expect(output).toContain(`"function":"${name}"`);
      expect(output).toContain("(it had stood still for 30 s and was killed) and starts again in 0.5 s.");
      expectWithin(maxRestartMs, tookMs, "milliseconds until the server served again");
    },
  );

  it("because somebody has stopped it, or what watches it, as when the machine sleeps: it continues", async () => {
    const engine = await Engine.start("stopped", {});
    const { pid } = engine;
    const watched = supervise(script("setInterval(() => process.send('turned'), 1000);"));
    await until(() => watched.output().includes("begins"));
    await sleep(2_000);
    process.kill(pid, "SIGSTOP");
    watched.child.kill("SIGSTOP");
    await sleep(longMs);
    process.kill(pid, "SIGCONT");
    watched.child.kill("SIGCONT");
    expect(await engine.labels()).toEqual([]);
    expect(engine.pid).toBe(pid);
    // The watcher looks twice more.
    await sleep(2_500);
    expect(watched.output()).toBe("begins\n");
  });

  it("while it starts, in work that it has announced, or while a debugger may hold it: it continues", async () => {
    const signs = ["", "process.send('turned'); process.send('long work');", "process.send('debugged');"];
    const all = signs.map((given) => supervise(script(`${given} stand(${longMs}); console.log("ends");`)));
    const ends = await Promise.all(all.map(({ child }) => once(child, "close")));
    expect(ends).toEqual(all.map(() => [0, null]));
    expect(all.map(({ output }) => output())).toEqual(all.map(() => "begins\nends\n"));
  });
});

/** A program that says that it begins and then does `then`. It can `stand` still for some milliseconds. */
function script(then: string): string[] {
  const stand = "const stand = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);";
  return ["--eval", `process.channel.unref(); ${stand} console.log("begins"); ${then}`];
}
