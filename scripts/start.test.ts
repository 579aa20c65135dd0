// `npm start` as its user sees it: the real command on a temporary data directory.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { api } from "../convex/_generated/api";
import { killAll, shown, start as startOn, stop } from "../tests/support/npmStart";
import type { Start } from "../tests/support/npmStart";
import { copyStarted } from "../tests/support/startedOnce";
import { findServing } from "./serving";
import { rootDirectory } from "./settings";

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), "switchyard-start-"));
});

afterEach(killAll);

afterAll(() => rmSync(directory, { recursive: true }));

const start = (environment: NodeJS.ProcessEnv = {}) => startOn(path.join(directory, "data"), environment);

/** Runs `npm run admin` on the deployment of `directory`. It finds the deployment whatever its ports are. */
function admin(args: string[]): string {
  return execFileSync(process.execPath, ["scripts/bootstrap.mjs", "scripts/admin.ts", ...args], {
    cwd: rootDirectory,
    encoding: "utf8",
    env: { ...process.env, SERVICE_DATA_DIR: path.join(directory, "data") },
  });
}

/** Returns the packages that the bundle of `npm start` loads before its first line runs. */
function packagesLoadedFirst(): string[] {
  const build = path.join(rootDirectory, ".build");
  const { output } = JSON.parse(readFileSync(path.join(build, "scripts-start.json"), "utf8")) as { output: string };
  const imports = readFileSync(path.join(build, output), "utf8").matchAll(/^import .*?"([^"]+)";$/gm);
  const names = [...imports].map(([, name = ""]) => name).filter((name) => !isBuiltin(name));
  return [...new Set(names)].sort();
}

/** Returns the projects of the person whom the first start names for signing in. */
async function projectsOf(started: Start) {
  const client = new ConvexHttpClient(shown(started, /(?<=Convex clients +)http:\S+/));
  client.setAuth(admin(["sign-in", "--email", "owner@localhost", "--name", "Olive"]).trim());
  expect(await client.mutation(api.users.dashboard.signIn, {})).toMatchObject({ name: "Olive" });
  const { page } = await client.query(api.project.dashboard.mine, { paginationOpts: { numItems: 10, cursor: null } });
  return page.map(({ name, role }) => ({ name, role }));
}

// A first start pushes, which takes some ten seconds of CPU time, and minutes when other programs use the CPU.
describe("npm start", { timeout: 300_000 }, () => {
  it("serves a first project to the key it shows and to its owner, and later starts push nothing and show no key", async () => {
    const first = await start();
    const key = shown(first, /svc_test_\w{43}/);
    const api = shown(first, /http:\S+\/api\/v1/);
    expect((await fetch(new URL("/healthz", api))).status).toBe(200);
    const refused = await fetch(new URL("/job/callback", api), { method: "PROPFIND" });
    expect(await refused.json()).toEqual({ error: expect.stringContaining("PROPFIND") });
    const project = await fetch(`${api}/project`, { headers: { Authorization: `Bearer ${key}` } });
    expect(await project.json()).toMatchObject({ data: { name: "Demo" } });
    expect(await projectsOf(first)).toEqual([{ name: "Demo", role: "owner" }]);
    expect(await stop(first)).toBe(0);
    expect(statSync(path.join(directory, "data/secrets.env")).mode & 0o777).toBe(0o600);

    const second = await start();
    expect(second.stdout).not.toMatch(/Pushing|svc_test_/);
    const again = await fetch(`${shown(second, /http:\S+\/api\/v1/)}/project`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(again.status).toBe(200);
    expect(await projectsOf(second)).toEqual([{ name: "Demo", role: "owner" }]);
    expect(await stop(second)).toBe(0);
  });

  it("says at /readyz that it is about to end, and serves as before while it drains", async () => {
    const service = await start({ SERVICE_DRAIN_SECONDS: "3" });
    const { httpUrl } = findServing(path.join(directory, "data")) ?? { httpUrl: "" };
    const statuses = async () =>
      await Promise.all(
        ["/readyz", "/healthz", "/api/v1/project"].map(async (at) => (await fetch(httpUrl + at)).status),
      );
    expect(await statuses()).toEqual([200, 200, 401]);
    const ended = stop(service);
    await expect.poll(statuses, { interval: 20 }).toEqual([503, 200, 401]);
    expect(await (await fetch(`${httpUrl}/readyz`)).json()).toMatchObject({
      error: { code: "UNAVAILABLE", message: expect.stringContaining("about to end"), retryable: true },
    });
    expect(await ended).toBe(0);
  });

  it("answers /healthz and /readyz with 503 and the reason until its code is pushed, while the old code answers", async () => {
    const dataDirectory = path.join(directory, "upgraded");
    await copyStarted(dataDirectory);
    // As if another version had pushed last.
    writeFileSync(path.join(dataDirectory, "pushed"), "other sources");
    const second = start({ SERVICE_DATA_DIR: dataDirectory });
    await expect.poll(() => findServing(dataDirectory), { timeout: 60_000, interval: 20 }).not.toBeNull();
    const { httpUrl } = findServing(dataDirectory) ?? { httpUrl: "" };
    for (const at of ["/healthz", "/readyz"]) {
      const health = await fetch(httpUrl + at);
      expect(health.status).toBe(503);
      expect(await health.json()).toMatchObject({
        error: { code: "UNAVAILABLE", message: expect.stringContaining("is not pushed yet"), retryable: true },
      });
    }
    expect((await fetch(`${httpUrl}/api/v1/project`)).status).toBe(401);
    const ready = await second;
    expect(ready.stdout).toContain("Pushing");
    for (const at of ["/healthz", "/readyz"]) expect((await fetch(httpUrl + at)).status).toBe(200);
    expect(await stop(ready)).toBe(0);
  });

  it("loads packages that only a push or the dashboard needs when they are needed", async () => {
    await stop(await start());
    expect(packagesLoadedFirst()).toEqual(["@photostructure/sqlite", "convex"]);
  });

  it("says in one sentence that another start has the data directory", async () => {
    const first = await start();
    const second = await start();
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/^The data directory \S+ is in use by another process.*\n$/);
    await stop(first);
  });

  it("says in one sentence that a port is in use", async () => {
    const occupant = createServer().listen(0, "127.0.0.1");
    await once(occupant, "listening");
    const address = occupant.address();
    const port = address !== null && typeof address === "object" ? String(address.port) : "";
    const refused = await start({ SERVICE_HTTP_PORT: port });
    occupant.close();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(new RegExp(`^.*${port}.*\\n$`));
  });

  it("says in one sentence that a port is not a number", async () => {
    const refused = await start({ SERVICE_HTTP_PORT: "http" });
    expect(refused).toMatchObject({ code: 1, stderr: 'SERVICE_HTTP_PORT is "http", which is not a port number.\n' });
  });

  it("says in one sentence that the data directory cannot be written", async () => {
    const file = path.join(directory, "file");
    writeFileSync(file, "");
    const refused = await start({ SERVICE_DATA_DIR: path.join(file, "data") });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^The data directory \S+ cannot be written.*\n$/);
  });

  it("leaves the directory of a later version unchanged and says so in one sentence", async () => {
    const dataDirectory = path.join(directory, "later");
    await copyStarted(dataDirectory);
    const form = readFileSync(path.join(dataDirectory, "data-form"), "utf8");
    writeFileSync(path.join(dataDirectory, "data-form"), String(Number(form) + 1));
    const database = readFileSync(path.join(dataDirectory, "data.sqlite"));
    const refused = await start({ SERVICE_DATA_DIR: dataDirectory });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^The data directory \S+ was written by a later version .*\n$/);
    expect(readFileSync(path.join(dataDirectory, "data.sqlite")).equals(database)).toBe(true);
  });

  it("leaves a corrupt database unchanged and says so in one sentence", async () => {
    const dataDirectory = path.join(directory, "corrupt");
    await copyStarted(dataDirectory);
    const database = path.join(dataDirectory, "data.sqlite");
    for (const file of readdirSync(dataDirectory)) if (/-(wal|shm)$/.test(file)) rmSync(path.join(dataDirectory, file));
    const garbage = "This is not a database. ".repeat(1000);
    writeFileSync(database, garbage);
    const refused = await start({ SERVICE_DATA_DIR: dataDirectory });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^.*data\.sqlite.*\n$/);
    expect(readFileSync(database, "utf8")).toBe(garbage);
    expect(existsSync(`${database}-wal`)).toBe(false);
  });

  it("says in one sentence that the name of the data directory is blank", async () => {
    const refused = await start({ SERVICE_DATA_DIR: " " });
    expect(refused).toMatchObject({
      code: 1,
      stderr: 'SERVICE_DATA_DIR is " ", which begins or ends with a space.\n',
    });
  });

  it("says in one sentence that a secret is damaged, and makes a new one when its file is gone", async () => {
    const dataDirectory = path.join(directory, "secrets");
    await copyStarted(dataDirectory);
    for (const name of ["admin-key", "sign-in-key"]) {
      writeFileSync(path.join(dataDirectory, name), "");
      const refused = await start({ SERVICE_DATA_DIR: dataDirectory });
      expect(refused.code).toBe(1);
      expect(refused.stderr.split("\n").filter((line) => !line.startsWith("{"))).toEqual([
        `The secret in ${path.join(dataDirectory, name)} is damaged; restore that file from a backup, or remove it, ` +
          "and the next start makes another.",
        "",
      ]);
      rmSync(path.join(dataDirectory, name));
      expect(await stop(await start({ SERVICE_DATA_DIR: dataDirectory }))).toBe(0);
    }
  });

  it("begins with an empty database when the database was moved away", async () => {
    const dataDirectory = path.join(directory, "moved");
    await copyStarted(dataDirectory);
    for (const file of readdirSync(dataDirectory))
      if (file.startsWith("data.sqlite")) rmSync(path.join(dataDirectory, file));
    const again = await start({ SERVICE_DATA_DIR: dataDirectory });
    expect(again.stdout).toMatch(/Pushing[^]*svc_test_/);
    expect(await stop(again)).toBe(0);
  });
});
