// An unexpected error in a separate process: what the process logs, what happens to requests, and how the process ends.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { rootDirectory } from "../../scripts/settings";

/** A signal makes this module throw an error that no code expects. */
const failing = `data:text/javascript,${encodeURIComponent(`
  process.on("SIGUSR2", () => { throw new Error("unexpected detail"); });
  process.on("SIGPIPE", () => { throw Object.assign(new Error("write ECONNRESET"), { code: "ECONNRESET", syscall: "write" }); });
  process.on("SIGIO", () => void Promise.reject(new Error("nobody waits for this")));
`)}`;

interface Engine {
  child: ChildProcess;
  errors: () => string;
  httpUrl: string;
  ended: Promise<unknown[]>;
}

async function start(): Promise<Engine> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-defence-"));
  const child = spawn(process.execPath, ["--import", failing, "scripts/run.mjs", "engine/main.ts"], {
    cwd: rootDirectory,
    env: { ...process.env, SERVICE_DATA_DIR: dataDir, SERVICE_HTTP_PORT: "0", SERVICE_SOCKET_PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
  const ended = once(child, "close");
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const { httpUrl } = JSON.parse(line.toString("utf8")) as { httpUrl: string };
  return { child, errors: () => errors, httpUrl, ended };
}

it.each([
  ["an error", "SIGUSR2", "unexpected detail"],
  ["a rejection that nobody handles", "SIGIO", "nobody waits for this"],
] as const)(
  "%s is logged with its cause, requests are answered, and the process ends by its code",
  async (_what, signal, cause) => {
    const { child, errors, httpUrl, ended } = await start();
    // The rest of this request's body never arrives.
    const { port } = new URL(httpUrl);
    const socket = (await import("node:net")).connect(Number(port), "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString("utf8"))).on("error", () => undefined);
    socket.write("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n12345");
    await expect.poll(() => answer).toContain("100 Continue");
    child.kill(signal);
    expect(await ended).toEqual([70, null]);
    expect(answer).toMatch(/HTTP\/1\.1 503 [\s\S]*"SHUTTING_DOWN"/);
    const line = JSON.parse(errors().split("\n")[0] ?? "") as object;
    expect(line).toMatchObject({
      failure: expect.stringContaining("The process ends"),
      detail: expect.stringContaining(cause),
    });
  },
);

it("an error of a connection is logged, and the process continues", async () => {
  const { child, errors, httpUrl, ended } = await start();
  child.kill("SIGPIPE");
  await expect.poll(errors).toContain("write ECONNRESET");
  expect((await fetch(httpUrl)).status).toBe(404);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});
