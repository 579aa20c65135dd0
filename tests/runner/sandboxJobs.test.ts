// What people ask of a sandbox: messages to the agent, and dev servers. The runner has room for a single job.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Configuration } from "../../packages/runner/src/config/configuration";
import { dataOf } from "../support/fixtures";
import { detail, ended, makeWorld, runnerIn, startSteps } from "./fixture";
import type { TestRunner, World } from "./fixture";

let world: World;
let runner: TestRunner;

beforeAll(async () => {
  world = await makeWorld();
});
afterEach(async () => {
  await runner?.stop();
});
afterAll(async () => {
  await world?.end();
});

/** Serves the folder in which it was started. Its child ignores SIGTERM. */
const program = `
  require("node:child_process").spawn("/bin/sh", ["-c", "trap '' TERM; exec sleep 300"], { stdio: "ignore" });
  require("node:http").createServer((request, response) => {
    if (request.url === "/exit") process.exit(3);
    if (request.url === "/env") return response.end(JSON.stringify(process.env));
    response.end(require("node:fs").readFileSync("." + request.url));
  }).listen(Number(process.env.PORT), process.env.HOST, () => console.log("ready on " + process.env.PORT));
`;
const command = [process.execPath, "-e", program];

function start(changes: Partial<Configuration> = {}): void {
  runner = runnerIn(world, { jobs: 1, devServer: { command }, ...changes });
}

const note = (name: string) => path.join(world.folder, name);
const waitsFor = (name: string) =>
  `echo one > made.txt; touch ${note(`${name}-begun`)}; until test -e ${note(name)}; do sleep 0.1; done; echo two > made.txt`;
const begun = (name: string) => expect.poll(() => existsSync(note(`${name}-begun`))).toBe(true);
const sandboxOf = async (runId: string): Promise<string> => (await detail(world, runId)).steps[0].sandboxId;
const shown = async (id: string) => (await world.api.get(`/sandboxes/dev-server?id=${id}`)).body.data ?? null;
const becomes = (id: string, status: string) =>
  expect.poll(async () => (await shown(id))?.status, { timeout: 15_000 }).toBe(status);
const ask = (id: string) => dataOf(world.api.post("/sandboxes/dev-server/start", { id }));
const read = async (url: string, file: string) => await (await fetch(`${url}/${file}`)).text();
const isUp = async (url: string) =>
  await fetch(url).then(
    () => true,
    () => false,
  );
const noticesIn = async (id: string): Promise<string[]> => {
  const { data } = (await world.api.get(`/sandboxes/messages?id=${id}`)).body;
  return data.flatMap(({ kind, content }: Record<string, string>) => (kind === "notice" ? [content] : []));
};

/** The processes whose environment says that they belong to this runner. */
function processesOf({ folder }: TestRunner): string[] {
  const mark = `SWITCHYARD_WORKTREE=${folder}/`;
  return readdirSync("/proc").filter((id) => {
    try {
      return (
        /^\d+$/.test(id) && Number(id) !== process.pid && readFileSync(`/proc/${id}/environ`, "utf8").includes(mark)
      );
    } catch {
      return false;
    }
  });
}

it("reaches the agent of a runner that is full", async () => {
  start();
  const runId = await startSteps(world, { instructions: `touch ${note("full-begun")}; read line; echo "heard $line"` });
  await begun("full");
  const sandboxId = await sandboxOf(runId);
  await dataOf(world.api.post("/sandboxes/send-message", { sandboxId, content: "good news" }));
  expect((await ended(world, runId)).status).toBe("completed");
  expect(JSON.stringify((await world.api.get(`/sandboxes/messages?id=${sandboxId}`)).body)).toContain(
    "heard good news",
  );
});

it("shows the agent's worktree while it changes and after the run, and leaves nothing when the sandbox is deleted", async () => {
  process.env["PRIVATE_OF_THE_RUNNER"] = "do-not-pass";
  // The end of a real agent kills all processes that carry the mark of its worktree.
  const shell = { kind: "command", command: ["/bin/sh", "-c", 'eval "$SWITCHYARD_INSTRUCTIONS"'] };
  start({ passEnv: ["PRIVATE_OF_THE_RUNNER"], agents: { shell }, agent: "shell" });
  const runId = await startSteps(world, { instructions: waitsFor("live") });
  await begun("live");
  const id = await sandboxOf(runId);
  await ask(id);
  await becomes(id, "running");
  const { url } = await shown(id);
  expect(await read(url, "made.txt")).toBe("one\n");
  const env = JSON.parse(await read(url, "env"));
  expect(env).toMatchObject({ PORT: new URL(url).port, HOST: "127.0.0.1" });
  expect(JSON.stringify(env)).not.toContain("do-not-pass");
  expect(Object.keys(env).filter((name) => /SECRET|TOKEN|KEY/.test(name))).toEqual([]);

  writeFileSync(note("live"), "");
  expect((await ended(world, runId)).status).toBe("completed");
  expect(await read(url, "made.txt")).toBe("two\n");
  // The person presses again: the server that there is stays.
  await ask(id);
  await expect.poll(() => runner.events.filter(({ kind }) => kind === "ended").length).toBeGreaterThan(1);
  expect(await read(url, "made.txt")).toBe("two\n");

  await dataOf(world.api.post("/sandboxes/delete", { id }));
  await expect.poll(() => isUp(url), { timeout: 15_000 }).toBe(false);
  await expect.poll(() => processesOf(runner), { timeout: 15_000 }).toEqual([]);
  await expect.poll(() => readdirSync(path.join(runner.folder, "worktrees"))).toEqual([]);
});

it("checks out the branch of a completed run, at the same time for two sandboxes, until the runner stops", async () => {
  start({ drainSeconds: 60 });
  const runs = [];
  for (const text of ["first", "second"]) runs.push(await startSteps(world, { instructions: `echo ${text} > a.txt` }));
  const ids = [];
  for (const runId of runs) ids.push((await ended(world, runId)).steps[0].sandboxId as string);
  for (const id of ids) await ask(id);
  for (const id of ids) await becomes(id, "running");
  const urls = [];
  for (const id of ids) urls.push((await shown(id)).url as string);
  expect(await Promise.all(urls.map((url) => read(url, "a.txt")))).toEqual(["first\n", "second\n"]);
  expect(readdirSync(path.join(runner.folder, "servers")).length).toBe(2);

  const beganAt = Date.now();
  await runner.stop();
  expect(Date.now() - beganAt).toBeLessThan(30_000);
  expect(await Promise.all(urls.map(isUp))).toEqual([false, false]);
  for (const id of ids) expect(await shown(id)).toMatchObject({ status: "stopped", url: null });
  expect(processesOf(runner)).toEqual([]);
  expect(readdirSync(path.join(runner.folder, "servers"))).toEqual([]);
  // The jobs were handed back, so another runner would serve again.
  for (const id of ids) await dataOf(world.api.post("/sandboxes/delete", { id }));
});

it("is ready when its output says so, and ends after its time", async () => {
  const slow = `setTimeout(() => { ${program} }, 500)`;
  const devServer = {
    command: [process.execPath, "-e", slow],
    readyPattern: "^ready on \\d+$",
    address: "http://127.0.0.1:{port}/",
  };
  start({ devServer, devServerMinutes: 1 / 20 });
  const id = (await ended(world, await startSteps(world, { instructions: "true" }))).steps[0].sandboxId as string;
  await ask(id);
  await becomes(id, "running");
  const { url } = await shown(id);
  expect(await read(url, "README.md")).toBe("A project.\n");
  await becomes(id, "stopped");
  expect([await isUp(url), processesOf(runner)]).toEqual([false, []]);
  await expect.poll(() => runner.events.at(-1)).toMatchObject({ kind: "ended", how: "completed" });
});

it("says why a server failed: at its start, later, when its port is taken, and when there is no command", async () => {
  start({ devServer: { command: ["/bin/sh", "-c", "echo no such module >&2; exit 7"] } });
  const run = await ended(world, await startSteps(world, { instructions: "true" }));
  const id: string = run.steps[0].sandboxId;
  await ask(id);
  await becomes(id, "failed");
  await expect.poll(() => noticesIn(id)).toEqual(["The dev server ended with exit code 7.\n\nno such module"]);
  const job = runner.events.findLast(({ kind }) => kind === "ended");
  expect(job).toMatchObject({ how: "failed", reason: "The dev server ended with exit code 7." });

  await runner.stop();
  const other = createServer().listen(0);
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  start({ devServer: { command, port }, folder: runner.folder });
  await ask(id);
  await expect.poll(async () => (await noticesIn(id)).at(-1)).toContain(`Port ${port} of \`devServer\` is in use`);
  other.close();
  await once(other, "close");
  await ask(id);
  await becomes(id, "running");
  const { url } = await shown(id);
  expect(url).toBe(`http://localhost:${port}`);
  await fetch(`${url}/exit`).catch(() => null);
  await becomes(id, "failed");
  await expect
    .poll(async () => (await noticesIn(id)).at(-1))
    .toBe(`The dev server ended with exit code 3.\n\nready on ${port}`);

  await runner.stop();
  start({ devServer: undefined, folder: runner.folder });
  await ask(id);
  await expect.poll(async () => (await noticesIn(id)).at(-1)).toContain("its configuration file has no `devServer`");
});
