// The product under attack, by clients without a key and with a key of few rights. After each attack the process is
// alive. During an attack others are served within a second, memory grows by less than 200 MB, and the database's log
// stays within its bound. The attacker's address is 127.0.0.2, that of the others is 127.0.0.1. `PROOFS=long` makes
// every attack five times as large.
import { brotliCompressSync, constants as zlib, gzipSync } from "node:zlib";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { breakOffAll, brokenExchanges } from "../../engine/server/testing/resets";
import { SyncSocket } from "../../engine/server/testing/syncSocket";
import { rootDirectory } from "../../scripts/settings";
import { allRoutes } from "../support/allRoutes";
import { startEngine, type RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { client, createKey, createProject, dataOf, startRun, type Client } from "../support/fixtures";
import { expectWithin } from "../support/measuredLimit";
import { measuredOption, useOf } from "../support/processUse";
import { Attacker, getting, request } from "./hostile/attacker";
import { during, type Seen } from "./hostile/bystanders";

const times = process.env["PROOFS"] === "long" ? 5 : 1;
const bounds = { p99Ms: 1_000, grownMb: 200, logMb: 256 };

let engine: RunningEngine;
let apiKey: string;
let api: Client;
/** A key of the same project with the scope `runs:read` only. */
let smallKey: string;
let runId: string;
let restingMb: number;
beforeAll(async () => {
  engine = await startEngine({ appDir: rootDirectory, env: { NODE_OPTIONS: measuredOption } });
  const deployment = deploymentOn(() => engine);
  await deployment.setEnvironment({ IDP_ISSUER: engine.socketUrl, IDP_APPLICATION_ID: "switchyard-development" });
  const project = await createProject(deployment);
  ({ apiKey } = project);
  ({ apiKey: smallKey } = await createKey(deployment, project.projectId, ["runs:read"]));
  api = client(deployment, apiKey);
  runId = (await startRun(api)).id;
  // Warms up, so that memory which the process keeps after its first requests does not count.
  await during(engine, apiKey, async () => {
    await ask(100, socketPort(), request("/api/query", '{"path":"a:b","args":{}}'));
    await Promise.all(Array.from({ length: 100 }, () => api.get("/runs")));
  });
  restingMb = await keptMb();
});
afterAll(() => engine.stop());

/** What the process keeps after everything was collected. By itself V8 may wait for minutes with that. */
async function keptMb(): Promise<number> {
  return (await useOf(engine, 0)).residentMb;
}

const socketPort = () => Number(new URL(engine.socketUrl).port);
const httpPort = () => Number(new URL(engine.httpUrl).port);

const attackers: Attacker[] = [];
afterEach(() => leaveAll());

/** Disconnects the attacker, between two rounds of an attack and after the last one. */
function leaveAll(): void {
  for (const attacker of attackers.splice(0)) attacker.leave();
}

function attackerAt(port: number): Attacker {
  const attacker = new Attacker(port);
  attackers.push(attacker);
  return attacker;
}

async function ask(count: number, port: number, bytes: Buffer | string): Promise<Map<string, number>> {
  const attacker = new Attacker(port);
  await attacker.ask(count, bytes);
  return attacker.answers;
}

/** Attacks, and checks that others are served and that the attacker gets no more than its share. */
async function attack(body: () => Promise<void>): Promise<Seen> {
  const seen = await during(engine, apiKey, body);
  const { p99Ms, quietP99Ms, asked, grownMb, logMb } = seen;
  console.log(
    `${expect.getState().currentTestName}: p99 ${p99Ms.toFixed(0)} ms of ${asked} (${quietP99Ms.toFixed(0)} ms where nobody attacks), +${grownMb.toFixed(0)} MB, log ${logMb.toFixed(0)} MB`,
  );
  return seen;
}

/** Checks that others were served soon, and that the attacker got no more than its share. */
function expectUnharmed({ failures, p99Ms, quietP99Ms, grownMb, logMb }: Seen): void {
  expect(failures).toEqual([]);
  expectWithin(bounds.p99Ms, p99Ms - quietP99Ms, "milliseconds that others waited");
  expectWithin(bounds.grownMb, grownMb, "MB by which memory grew");
  expectWithin(bounds.logMb, logMb, "MB of the database's log");
}

const refused = "HTTP/1.1 429 Too Many Requests";
const connectText = '{"type":"Connect","sessionId":"5e51a1ee-0000-4000-8000-000000000000","connectionCount":0}';
const addText = (args: string) =>
  `{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[{"type":"Add","queryId":0,"udfPath":"project/dashboard:get","args":[${args}]}]}`;
const wide = (bytes: number) => `{"path":"a:b","args":[${"[],".repeat(bytes / 3)}1]}`;
const escapes = (bytes: number) => `[${'"\\u0041",'.repeat(bytes / 9)}1]`;
const nested = (bytes: number) => `${"[".repeat(bytes / 2)}${"]".repeat(bytes / 2)}`;

describe("connections", () => {
  it("reset at every stage of every exchange, on both ports", async () => {
    const key = `Authorization: Bearer ${smallKey}\r\n`;
    const events = `/api/v1/runs/events?id=${runId}&after=1`;
    const stream = { path: events, headers: `${key}Accept: text/event-stream\r\n` };
    const ofSite = [
      { path: "/healthz", headers: "" },
      { path: "/api/v1/runs/list", headers: key },
      { path: `${events}&wait=5`, headers: key },
      stream,
      { path: "/job/callback", headers: "Authorization: Bearer wrong\r\n" },
      { path: "/idp/webhook", headers: "hook-id: a\r\nhook-timestamp: 1\r\nhook-signature: v1,x\r\n" },
    ];
    const own = ["/version", "/api/query", "/api/storage/x", "/api/deploy2/start_push"];
    const ofSocket = [
      ...own.map((path) => ({ path, headers: "" })),
      ...ofSite.map(({ path, headers }) => ({ path: `/http${path}`, headers })),
    ];
    const seen = await attack(async () => {
      await breakOffAll(httpPort(), brokenExchanges(ofSite), 4 * times);
      await breakOffAll(socketPort(), brokenExchanges(ofSocket), 4 * times);
    });
    expectUnharmed(seen);
  });

  it("3,000 that are idle, and 3,000 with half a request, on each port", async () => {
    const seen = await attack(async () => {
      const all = [socketPort(), httpPort()].map(attackerAt);
      for (const attacker of all) {
        await attacker.open(1_500, "");
        await attacker.open(1_500, "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ");
      }
      for (const { answers } of all) {
        await expect.poll(() => answers.get(refused) ?? 0).toBeGreaterThan(400);
      }
      leaveAll();
    });
    expectUnharmed(seen);
  });

  it("3,000 live clients leave room for others", async () => {
    const seen = await attack(async () => {
      const attacker = attackerAt(socketPort());
      await attacker.openLive(3_000, [connectText]);
      const other = await SyncSocket.connect(engine.socketUrl);
      other.modify();
      await other.transition();
      other.close();
      expect(attacker.answers.get("1013") ?? 0).toBeGreaterThan(0);
    });
    expectUnharmed(seen);
  });
});

/** As large as a workflow may be: half a megabyte. */
const largeWorkflow = {
  name: "Large",
  steps: Array.from({ length: 20 }, (_, index) => ({
    role: "designer",
    name: `Step ${index}`,
    instructions: "語".repeat(9_000),
  })),
};

describe("memory", () => {
  it("200 half bodies, on each port", async () => {
    const half = (path: string) =>
      Buffer.from(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\n${"x".repeat(1_000_000)}`);
    const [ofSite, ofSocket] = [half("/job/callback"), half("/http/job/callback")];
    const seen = await attack(async () => {
      await attackerAt(httpPort()).open(200 * times, ofSite);
      await attackerAt(socketPort()).open(200 * times, ofSocket);
      leaveAll();
    });
    expectUnharmed(seen);
  });

  beforeAll(async () => {
    for (let made = 0; made < 4; made++) await dataOf(api.post("/workflows", largeWorkflow));
  });

  it("200 answers that nobody reads, on each port", async () => {
    const list = getting("/api/v1/workflows", { Authorization: `Bearer ${apiKey}` });
    const echo = request("/echo", "x".repeat(2_000_000));
    const seen = await attack(async () => {
      await attackerAt(socketPort()).open(200 * times, echo, true);
      await attackerAt(httpPort()).open(200 * times, list, true);
      leaveAll();
    });
    expectUnharmed(seen);
  });

  it("live clients with large arguments, with half a message, and with answers that they do not read", async () => {
    const large = addText(`{"projectId":"x","extra":"${"x".repeat(1_900_000)}"}`);
    const calls = Array.from(
      { length: 200 },
      (_, requestId) =>
        `{"type":"Mutation","requestId":${requestId},"udfPath":"a:b","args":[{"x":"${"y".repeat(900)}"}]}`,
    );
    const seen = await attack(async () => {
      await attackerAt(socketPort()).openLive(150 * times, [connectText, large]);
      await attackerAt(socketPort()).openLive(150 * times, [connectText, ...calls], true);
      const handshake = getting("/api/sync", {
        Upgrade: "websocket",
        Connection: "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      });
      const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
      const partial = Buffer.concat([Buffer.from(handshake), head, Buffer.alloc(1_500_000, "x")]);
      await attackerAt(socketPort()).open(200 * times, partial);
      leaveAll();
    });
    expectUnharmed(seen);
  });
});

describe("time", () => {
  it("JSON within JSON, compressed bodies, batches, and names without end", async () => {
    const paths = [
      "/api/query",
      "/api/mutation",
      "/api/query_batch",
      "/api/run/a/b",
      "/api/deploy2/start_push",
      "/api/development/sign_in",
    ];
    const bomb = Buffer.from(JSON.stringify({ path: "a:b", args: { x: "x".repeat(19_000_000) } }));
    const queries = (count: number) =>
      JSON.stringify({ queries: Array.from({ length: count }, () => ({ path: "project/dashboard:get", args: {} })) });
    const bombs = [
      ["gzip", gzipSync(bomb)],
      ["br", brotliCompressSync(bomb, { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } })],
    ] as const;
    const seen = await attack(async () => {
      for (const path of paths) {
        const deep = await ask(10 * times, socketPort(), request(path, nested(1_900_000)));
        expect([...deep.keys()]).toEqual(["HTTP/1.1 400 Bad Request"]);
        for (const [encoding, bytes] of bombs) {
          const unfolded = await ask(5 * times, socketPort(), request(path, bytes, { "Content-Encoding": encoding }));
          expect([...unfolded.keys()]).toEqual(["HTTP/1.1 415 Unsupported Media Type"]);
        }
      }
      const many = await ask(5 * times, socketPort(), request("/api/query_batch", queries(30_000)));
      expect([...many.keys()]).toEqual(["HTTP/1.1 400 Bad Request"]);
      await Promise.all(
        [1, 2, 3, 4].map(() => ask(20 * times, socketPort(), request("/api/query_batch", queries(100)))),
      );
      const name = JSON.stringify({ path: "x".repeat(1_500_000), args: {} });
      await ask(20 * times, socketPort(), request("/api/query", name));
      await attackerAt(socketPort()).openLive(20, [nested(1_900_000)]);
    });
    expectUnharmed(seen);
  });

  it("values that are deep or wide, at every path of the product, with a small key and with none", async () => {
    const values = [nested(1_000_000), wide(1_000_000), escapes(1_000_000)];
    const key = { Authorization: `Bearer ${smallKey}` };
    const writing = allRoutes.filter(({ method }) => method !== "GET");
    const ofKey = writing.map(({ method, path }) => ({ method, path: `/api/v1${path.replaceAll(/:\w+/g, "x")}` }));
    const seen = await attack(async () => {
      const answers = new Set<string>();
      const asked = [...ofKey.entries()].flatMap(([index, { method, path }]) => {
        const value = values[index % values.length] ?? "";
        return [request(path, value, index % 2 === 0 ? key : { Authorization: "Bearer nobodys" }, method)];
      });
      for (const value of values) asked.push(...[1, 2, 3].map(() => request("/api/v1/workflows", value, key)));
      for (const path of ["/job/callback", "/idp/webhook"]) {
        asked.push(request(path, nested(8_000_000), key), request(path, wide(8_000_000), key));
      }
      await Promise.all(
        [0, 1, 2, 3].map(async (worker) => {
          for (const bytes of asked.filter((_, index) => index % 4 === worker)) {
            for (const answer of (await ask(times, httpPort(), bytes)).keys()) answers.add(answer);
          }
        }),
      );
      expect([...answers].filter((answer) => !/^HTTP\/1.1 4\d\d /.test(answer))).toEqual([]);
    });
    expectUnharmed(seen);
  });

  it("a state that strangers request again and again is not held", async () => {
    const seen = await attack(async () => {
      const answers = await ask(200 * times, socketPort(), request("/api/query_ts", "{}"));
      expect([...answers.keys()]).toEqual(["HTTP/1.1 401 Unauthorized"]);
    });
    expectUnharmed(seen);
  });
});

it("states held by a signed-in person, one after another, while 300 MB are written", async () => {
  const token = await signInAs("mallory@example.com");
  const hold = request("/api/query_ts", "{}", { Authorization: `Bearer ${token}` });
  const { id } = await dataOf(api.post("/workflows", largeWorkflow));
  const write = async (): Promise<void> => {
    for (let writtenMb = 0; writtenMb < 300 * times; writtenMb += 0.5) {
      await dataOf(api.put(`/workflows/${id}`, { ...largeWorkflow, name: `Large ${writtenMb}` }));
    }
  };
  const seen = await attack(async () => {
    const isWritten = new AbortController();
    const writing = write().finally(() => isWritten.abort());
    await Promise.all([writing, holdStates(hold, isWritten.signal)]);
  });
  expectUnharmed(seen);
});

async function holdStates(hold: Buffer, isOver: AbortSignal): Promise<void> {
  while (!isOver.aborted) {
    expect([...(await ask(1, socketPort(), hold)).keys()]).toEqual(["HTTP/1.1 200 OK"]);
    await sleep(500);
  }
}

async function signInAs(email: string): Promise<string> {
  const response = await fetch(`${engine.socketUrl}/api/development/sign_in`, {
    method: "POST",
    headers: { Authorization: `Convex ${engine.adminKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ email }),
  });
  return ((await response.json()) as { token: string }).token;
}

it.each([
  ["1,400 event streams", { Accept: "text/event-stream" }, ""],
  ["1,400 requests that wait", {}, "&wait=20"],
])(
  "%s with a key of few rights: those beyond its bound get 429, and other keys are served",
  async (_what, headers, more) => {
    const get = getting(`/api/v1/runs/events?id=${runId}&after=1000${more}`, {
      Authorization: `Bearer ${smallKey}`,
      ...headers,
    });
    const seen = await attack(async () => {
      const attacker = attackerAt(httpPort());
      await attacker.open(1_400 * times, get);
      await expect.poll(() => attacker.answers.get(refused) ?? 0).toBeGreaterThanOrEqual(400 * times);
      // Another key is served although it comes from the attacker's address.
      const beside = await ask(1, httpPort(), getting("/api/v1/project", { Authorization: `Bearer ${apiKey}` }));
      expect([...beside.keys()]).toEqual(["HTTP/1.1 200 OK"]);
      leaveAll();
    });
    expectUnharmed(seen);
  },
);

it("wrong arguments by the thousand: the log has no value of them and stays short", async () => {
  const before = engine.errorOutput().length;
  const args = { password: "hunter2-secret", long: "x".repeat(20_000) };
  const call = request("/api/mutation", JSON.stringify({ path: "users/dashboard:signIn", args }));
  const seen = await attack(async () => {
    await Promise.all([1, 2, 3, 4].map(() => ask(250 * times, socketPort(), call)));
  });
  expectUnharmed(seen);
  const said = engine.errorOutput().slice(before);
  expect(said).toContain("ArgumentValidationError");
  expect(said).not.toContain("hunter2");
  expect(said.length).toBeLessThan(500_000);
});

it("afterwards the same process runs, and has released what it used", async () => {
  expect((await fetch(`${engine.httpUrl}/healthz`)).status).toBe(200);
  expect(engine.errorOutput()).not.toContain("where nobody was listening");
  // Contexts that are not used any more are kept for a minute, and dropped while there is work.
  const grownMb = async (): Promise<number> => {
    await Promise.all(Array.from({ length: 10 }, () => api.get("/runs")));
    return (await keptMb()) - restingMb;
  };
  await expect.poll(grownMb, { timeout: 150_000, interval: 1_000 }).toBeLessThan(bounds.grownMb);
});
