// Looks for secrets wherever an agent, another user of the machine or a reader of the log could find them: while git
// and the agent work, and afterwards.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { agentTokenPrefix } from "../../convex/callers/agentTokens";
import { rootDirectory } from "../../scripts/settings";
import { deploymentOn } from "../support/engineDeployment";
import { callbackSecret, dataOf, encryptionKey } from "../support/fixtures";
import { startCodeHost } from "./fakeCodeHost";
import type { FakeCodeHost } from "./fakeCodeHost";
import { ended, git, makeWorld, startSteps } from "./fixture";
import type { World } from "./fixture";

/** Each with the place where it lawfully is. */
const secrets = {
  "the key for the code host, in the service": "github_pat_secret_0123456789",
  "the runner's token, in a file": callbackSecret,
  "a provider's key, in the service": "sk-ant-secret-of-the-service-0123456789",
  "a key of another agent, in the runner's environment": "sk-secret-of-another-agent",
  "a variable of the runner's environment": "do-not-pass-this-on",
  "the headers for the runner's collector": "secret-of-the-collector",
};

let world: World;
let host: FakeCodeHost;
let runner: ChildProcess;
let shown = "";

const note = (name: string) => path.join(world.folder, name);

beforeAll(async () => {
  world = await makeWorld();
  host = await startCodeHost(world.origin, secrets["the key for the code host, in the service"]);
  host.delayMs = 150;
  await deploymentOn(() => world.engine).setEnvironment({
    PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey,
    SERVICE_KEYS_OVER_HTTP: "on",
  });
  const key = secrets["the key for the code host, in the service"];
  for (const one of [
    { provider: "code_host", key, origins: [host.url] },
    { provider: "anthropic", key: secrets["a provider's key, in the service"] },
  ]) {
    await dataOf(world.api.post("/project/provider-keys/set", one));
  }
  writeFileSync(note("token"), `${callbackSecret}\n`, { mode: 0o600 });
  mkdirSync(note("home"));
  const shell = { kind: "command", command: ["/bin/sh", "-c", 'eval "$SWITCHYARD_INSTRUCTIONS"'] };
  const other = { ...shell, passEnv: ["KEY_OF_THE_OTHER_AGENT"] };
  const agents = { shell, other };
  const configuration = {
    url: world.engine.httpUrl,
    tokenFile: "token",
    folder: "runner-folder",
    agents,
    agent: "shell",
    // An agent that nothing isolates finds the most.
    isolation: "none",
  };
  writeFileSync(note("runner.json"), JSON.stringify(configuration));
  const env = {
    ...process.env,
    HOME: note("home"),
    KEY_OF_THE_OTHER_AGENT: secrets["a key of another agent, in the runner's environment"],
    PRIVATE_OF_THE_RUNNER: secrets["a variable of the runner's environment"],
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${secrets["the headers for the runner's collector"]}`,
  };
  const args = ["scripts/run.mjs", "packages/runner/src/main.ts", "--config", note("runner.json"), "--json"];
  runner = spawn(process.execPath, args, { cwd: rootDirectory, env, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [runner.stdout, runner.stderr])
    stream?.on("data", (chunk: Buffer) => (shown += chunk.toString()));
});
afterAll(async () => {
  runner?.kill("SIGKILL");
  host?.close();
  await world?.end();
});

/** Returns the secrets that are in the text, with the place. */
function found(place: string, text: string): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [`${place} has ${name}`] : []));
}

function filesWith(text: string, folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => {
    const file = path.join(folder, name);
    return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true && read(file).includes(text);
  });
}

function foundInFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.flatMap((name) => {
    const file = path.join(folder, name);
    const isFile = lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
    return isFile ? found(name, read(file)) : [];
  });
}

/** Files and processes may go at any time. */
function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

/** Looks at all processes below the runner, again and again until it ends. What ends faster than that is not seen. */
function watchProcesses(top: number) {
  const [seen, leaks] = [new Set<string>(), new Set<string>()];
  const timer = setInterval(() => {
    const parents = new Map<number, number>();
    for (const name of readdirSync("/proc")) {
      const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : "";
      if (stat !== "") parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    }
    const isBelow = (pid: number | undefined): boolean =>
      pid !== undefined && (pid === top || isBelow(parents.get(pid)));
    for (const [pid, parent] of parents) {
      const command = read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
      if (pid === top) found("the command of the runner", command).forEach((leak) => leaks.add(leak));
      if (!isBelow(parent)) continue;
      seen.add(command);
      // Between fork and exec a child is still a copy of the runner. esbuild translates the runner of this test.
      if (command.includes("packages/runner/src/main.ts") || command.includes("esbuild")) continue;
      for (const leak of found(command, `${command} ${read(`/proc/${pid}/environ`)}`)) leaks.add(leak);
    }
  }, 5);
  return { seen: () => [...seen].join("\n"), leaks: () => [...leaks], end: () => clearInterval(timer) };
}

it("finds no secret in processes, files, the log, the messages or the commits", async () => {
  const watch = watchProcesses(runner.pid ?? 0);
  const waits = `touch ${note("works")}; until test -e ${note("go")}; do sleep 0.05; done`;
  const looks =
    "env; cat /proc/self/environ; git config --list --show-origin; git remote -v; git config --get-all credential.helper";
  const script = `${looks}; echo made > made.txt; ${waits}; git fetch origin; true`;
  const runId = await startSteps({ ...world, origin: host.repository }, { instructions: script });
  await expect.poll(() => existsSync(note("works"))).toBe(true);
  // The folder has the mirror with its configuration and FETCH_HEAD, the worktree and the state.
  const folder = note("runner-folder");
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(["repositories", "state", "worktrees"]));
  expect(foundInFiles(folder)).toEqual([]);
  writeFileSync(note("go"), "");
  const run = await ended(world, runId);
  expect([run.status, run.error, run.prStatus]).toEqual(["completed", null, "open"]);
  watch.end();
  // The run is over a moment before its job, which removes the worktree while files are read.
  await expect.poll(() => shown).toContain('"kind":"ended"');

  expect(foundInFiles(folder)).toEqual([]);
  expect(foundInFiles(note("home"))).toEqual([]);
  expect(watch.leaks()).toEqual([]);
  // Otherwise there was nothing to see.
  for (const program of ["remote-http", "push --quiet", "fetch --quiet", "SWITCHYARD_INSTRUCTIONS"]) {
    expect(watch.seen()).toContain(program);
  }
  const { body } = await world.api.get(`/sandboxes/messages?id=${run.steps[0].sandboxId}`);
  expect(JSON.stringify(body.data)).toContain("SWITCHYARD_STEP=Part 1");
  // The agent has the token of its run, and has shown all of its variables.
  expect(JSON.stringify(body.data)).toContain("SWITCHYARD_MCP_TOKEN=***");
  const texts = [JSON.stringify([body, run]), git(world.origin, "log", "-p", "--all"), shown, watch.seen()];
  for (const text of texts) expect(text).not.toContain(agentTokenPrefix);
  expect(filesWith(agentTokenPrefix, folder)).toEqual([]);
  expect(found("the messages", JSON.stringify(body))).toEqual([]);
  expect(found("the run", JSON.stringify(run))).toEqual([]);
  expect(found("the commits", git(world.origin, "log", "-p", "--all"))).toEqual([]);
  expect(found("the log", shown)).toEqual([]);
  expect(found("the pull request", JSON.stringify([...host.pulls]))).toEqual([]);
});

it("finds a secret where there is one", () => {
  expect(foundInFiles(world.folder)).toContain("token has the runner's token, in a file");
});

it("finds no secret in what a runner says that the service does not accept", async () => {
  writeFileSync(note("token"), "svc_runner_wrong_but_secret\n");
  const args = ["scripts/run.mjs", "packages/runner/src/main.ts", "--config", note("runner.json")];
  const refused = spawn(process.execPath, [...args, "--folder", note("other")], { cwd: rootDirectory });
  let said = "";
  for (const stream of [refused.stdout, refused.stderr])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await once(refused, "close");
  expect(said).toContain("does not accept the token");
  expect(said).not.toContain("wrong_but_secret");
});
