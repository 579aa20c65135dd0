import { createServer } from "node:net";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { createServers } from "./servers";
import { FakeApplication } from "./testing/fakeApplication";
import { openRaw, startServers } from "./testing/startServers";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function occupyPort(): Promise<number> {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  cleanups.push(async () => other.close());
  const address = other.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("listen", () => {
  it.each([["socketPort"], ["httpPort"]] as const)(
    "names the port when %s is in use, and holds no other",
    async (which) => {
      const taken = await occupyPort();
      const options = {
        application: new FakeApplication(),
        host: "127.0.0.1",
        socketPort: 0,
        httpPort: 0,
        [which]: taken,
      };
      await expect(createServers(options).listen()).rejects.toThrow(`Port ${taken} on 127.0.0.1 is already in use.`);
    },
  );
});

describe("close", () => {
  it("lets a request in flight finish, tells its client to hang up, and accepts nothing new", async () => {
    const running = await startServers();
    let release: () => void = () => undefined;
    const entered = new Promise<void>((resolve) => {
      running.application.result = async () => {
        resolve();
        await new Promise<void>((go) => (release = go));
        return { kind: "success", value: "late", logLines: [] };
      };
    });
    const call = running.post("/api/mutation", { path: "a:b", args: {} });
    await entered;
    const closed = running.servers.close(600_000);
    await expect(running.api("/version")).rejects.toThrow("fetch failed");
    release();
    const response = await call;
    expect(response.headers.get("connection")).toBe("close");
    expect(await response.json()).toMatchObject({ value: "late" });
    await closed;
  });

  it("does not wait for idle connections, half requests or readers of the logs", async () => {
    const running = await startServers();
    const idle = await openRaw(running.socketPort);
    const half = await openRaw(running.httpPort);
    half.socket.write("GET / HTTP/1.1\r\nHost: x\r\n");
    const logs = running.api("/api/stream_function_logs?cursor=5&adminKey=fake|secret");
    await running.api("/version");
    await running.servers.close(600_000);
    await Promise.all([idle.closed, half.closed]);
    expect(await (await logs).json()).toEqual({ entries: [], newCursor: 5 });
  });

  it("answers what is still in flight after the grace, and cuts it off", async () => {
    const running = await startServers();
    const entered = new Promise<void>((resolve) => {
      running.application.result = () => (resolve(), new Promise(() => undefined));
    });
    const call = running.post("/api/action", { path: "a:b", args: {} });
    await entered;
    await running.servers.close(50);
    const { status, headers } = await call;
    expect([status, headers.get("retry-after"), headers.get("connection")]).toEqual([503, "1", "close"]);
  });
});
