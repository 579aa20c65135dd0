// What `npm start` does when it breaks: the real command, with its process ended in every possible way.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copyStarted } from "../tests/support/startedOnce";
import { rootDirectory } from "./settings";

let directory: string;
let running: ChildProcess[];
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "switchyard-supervise-"));
  running = [];
});
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

interface Supervised {
  child: ChildProcess;
  output: () => string;
  ended: Promise<unknown[]>;
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
  return { child, output: () => output, ended: once(child, "close") };
}

/** A script that prints "serving", adds its process id to a file, then does `then`. */
function script(then: string): string[] {
  const count = `require("fs").appendFileSync(${JSON.stringify(path.join(directory, "starts"))}, process.pid + "\\n");`;
  return ["--eval", `${count} console.log("serving"); setTimeout(() => process.exit(9), 20000).unref(); ${then}`];
}

const starts = () => readFileSync(path.join(directory, "starts"), "utf8").trim().split("\n").map(Number);
const lives = (pid: number) => existsSync(`/proc/${pid}`);

describe("a process that ended", () => {
  it.each([
    ["without an error", "process.exit(0)", 0],
    ["after it said what is in its way", "process.exit(1)", 1],
  ])("%s is not started again", async (_what, then, code) => {
    const { ended, output } = supervise(script(then));
    expect(await ended).toEqual([code, null]);
    expect([starts().length, output()]).toEqual([1, "serving\n"]);
  });

  it.each([
    ["by a signal", "process.kill(process.pid, 'SIGSEGV')", "by SIGSEGV"],
    ["because there is no memory", "process.abort()", "by SIGABRT"],
    ["by an error that nobody expected", "process.exit(70)", "with code 70"],
  ])("%s is started again after a pause that grows, and says so", async (_what, then, how) => {
    const { child, ended, output } = supervise(script(then));
    await expect.poll(output, { timeout: 20_000 }).toContain("starts again in 1 s.");
    expect(output()).toContain(`Switchyard ended unexpectedly (${how}) and starts again in 0.5 s.\n`);
    child.kill("SIGTERM");
    await ended;
    expect(starts().length).toBeGreaterThanOrEqual(2);
  });
});

// A first start pushes, which takes some ten seconds of CPU time, and minutes when other programs use the CPU.
describe("npm start", { timeout: 400_000 }, () => {
  const patience = { timeout: 180_000 };
  const command = ["scripts/bootstrap.mjs", "scripts/start.ts"];
  const start = (env: NodeJS.ProcessEnv = {}) =>
    supervise(command, {
      SERVICE_DATA_DIR: path.join(directory, "data"),
      SERVICE_HTTP_PORT: "0",
      SERVICE_SOCKET_PORT: "0",
      ...env,
    });
  const served = ({ output }: Supervised) => output().match(/^ {2}Try /gm)?.length ?? 0;
  const codes = ({ output }: Supervised) => output().match(/(?<=Dashboard .*)#\S+/g) ?? [];
  const serverPid = () => Number(readFileSync(path.join(directory, "data", "lock.pid"), "utf8"));
  const health = ({ output }: Supervised) => {
    const url = [...output().matchAll(/REST API +(http:\S+)\/api\/v1/g)].at(-1)?.[1] ?? "";
    return fetch(`${url}/healthz`).then(({ status }) => status);
  };

  it("serves again after its server was killed, signs in by the same address, and ends properly", async () => {
    await copyStarted(path.join(directory, "data"));
    const supervised = start();
    await expect.poll(() => served(supervised), patience).toBe(1);
    process.kill(serverPid(), "SIGKILL");
    await expect.poll(() => served(supervised), patience).toBe(2);
    expect(await health(supervised)).toBe(200);
    const [code, later, ...more] = codes(supervised);
    expect([code, more]).toEqual([expect.stringMatching(/^#\S{20,}$/), []]);
    expect(later).toBe(code);
    const pid = serverPid();
    supervised.child.kill("SIGTERM");
    expect(await supervised.ended).toEqual([0, null]);
    expect(lives(pid)).toBe(false);
  });

  it("leaves no server behind when it is killed itself", async () => {
    await copyStarted(path.join(directory, "data"));
    const supervised = start();
    await expect.poll(() => served(supervised), patience).toBe(1);
    const pid = serverPid();
    supervised.child.kill("SIGKILL");
    await expect.poll(() => lives(pid), { timeout: 20_000 }).toBe(false);
  });

  it("is not started again after an error that its user must fix", async () => {
    const { ended, output } = start({ SERVICE_HTTP_PORT: "http" });
    expect(await ended).toEqual([1, null]);
    expect(output()).toBe('SERVICE_HTTP_PORT is "http", which is not a port number.\n');
  });
});
