// Mistakes that operators make, with real starts and real commands on one data directory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../tests/support/command";
import { expectWithin } from "../tests/support/measuredLimit";
import { killAll, shown, start as startOn, stop } from "../tests/support/npmStart";
import type { Start } from "../tests/support/npmStart";
import { copyStarted } from "../tests/support/startedOnce";
import { runConvexCli } from "./push";
import { rootDirectory } from "./settings";

const keyName = "PROVIDER_KEY_ENCRYPTION_KEY";
const newKey = () => randomBytes(32).toString("base64");

let directory: string;
let data: string;
let apiKey: string;
let firstOutput: string;

const start = (environment: NodeJS.ProcessEnv = {}) => startOn(data, environment);
const adminWith = (environment: NodeJS.ProcessEnv, ...args: string[]) =>
  runCommand("scripts/admin.ts", args, { SERVICE_DATA_DIR: data, ...environment });
const admin = (...args: string[]) => adminWith({}, ...args);
const secretsFile = () => readFileSync(path.join(data, "secrets.env"), "utf8");
/** What a start said itself, without the lines of the engine's log: a machine that is slow makes it say more. */
const said = ({ stderr }: Start) => stderr.replaceAll(/^\{.*\n/gm, "");
const urlOf = (started: Start) => shown(started, /http:\S+(?=\/api\/v1\n)/);

function variable(name: string): string {
  const [, value = ""] = new RegExp(`^${name}=(.*)$`, "m").exec(secretsFile()) ?? [];
  return value;
}

async function post(started: Start, route: string, body: object, bearer = apiKey) {
  const headers = { Authorization: `Bearer ${bearer}`, "Content-Type": "application/json" };
  const response = await fetch(urlOf(started) + route, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json(), requestId: response.headers.get("X-Request-ID") };
}

/** Returns the provider's key as the job runner receives it. */
async function revealed(started: Start, projectId: string): Promise<unknown> {
  const args = { projectId, keyType: "openai" };
  const answer = await post(
    started,
    "/job/callback",
    { operation: "keys.getWithFallback", args },
    variable("JOB_CALLBACK_SECRET"),
  );
  return answer.body.result?.key;
}

function setVariable(started: Start, name: string, value: string) {
  const target = {
    appDirectory: rootDirectory,
    socketUrl: shown(started, /(?<=Convex clients +)http:\S+/),
    adminKey: readFileSync(path.join(data, "admin-key"), "utf8").trim(),
  };
  return runConvexCli(["env", "set", "--force", name, value], target);
}

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), "switchyard-operators-"));
  data = path.join(directory, "data");
  const first = await start({ INVOCATION_ID: "unit" });
  firstOutput = first.stdout;
  apiKey = readFileSync(path.join(data, "first-key"), "utf8").trim();
  await post(first, "/api/v1/project/provider-keys/set", { provider: "openai", key: "sk-1234" });
  await stop(first);
}, 300_000);
afterEach(killAll);
afterAll(() => rmSync(directory, { recursive: true }));

it("under a service manager the first key is in a file that only its owner can read, and not in the log", () => {
  expect(firstOutput).toContain("is ready");
  expect(firstOutput).not.toMatch(/svc_test_\w{43}/);
  expect(apiKey).toMatch(/^svc_test_\w{43}$/);
  expect(statSync(path.join(data, "first-key")).mode & 0o777).toBe(0o600);
});

it("a log of JSON objects says where the first key is, and has neither the key nor what signs in", async () => {
  const logged = await startOn(path.join(directory, "json"), { SERVICE_LOG: "json", SERVICE_DASHBOARD: "on" });
  const key = readFileSync(path.join(directory, "json/first-key"), "utf8").trim();
  await stop(logged);
  expect(key).toMatch(/^svc_test_\w{43}$/);
  const lines = `${logged.stdout}${logged.stderr}`.trim().split("\n");
  const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records.find(({ firstKey }) => firstKey !== undefined)).toEqual({
    time: expect.any(String),
    level: "info",
    message: expect.stringMatching(/^Switchyard is ready after [\d.]+ s\.$/),
    dashboard: expect.stringContaining("npm run admin -- dashboard"),
    api: expect.stringMatching(/^http:\S+\/api\/v1$/),
    clients: expect.stringMatching(/^http:\S+$/),
    data: path.join(directory, "json"),
    firstKey: `in ${path.join(directory, "json/first-key")}; take it and remove the file`,
  });
  expect(lines.join("\n")).not.toMatch(new RegExp(`${key}|#[\\w-]{20,}`));
}, 120_000);

it("a file into which the output is led can be read by its owner alone, since it signs in", async () => {
  const file = path.join(directory, "start.log");
  await copyStarted(path.join(directory, "kept"));
  const output = openSync(file, "a", 0o644);
  chmodSync(file, 0o644);
  const ports = { SERVICE_HTTP_PORT: "0", SERVICE_SOCKET_PORT: "0", SERVICE_DASHBOARD: "off" };
  const child = spawn(process.execPath, ["scripts/bootstrap.mjs", "scripts/start.ts"], {
    cwd: rootDirectory,
    env: { ...process.env, ...ports, SERVICE_DATA_DIR: path.join(directory, "kept") },
    stdio: ["ignore", output, output],
  });
  try {
    await expect.poll(() => readFileSync(file, "utf8"), { timeout: 60_000 }).toMatch(/^ {2}Try .*\n/m);
    expect(readFileSync(file, "utf8")).toContain(
      "Others could read it, and it may hold keys; now only its owner can.\n",
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
    closeSync(output);
  }
}, 120_000);

describe("the key that seals secrets", () => {
  it("is refused when it is malformed, in one sentence that does not show it, and nothing changes", async () => {
    const before = secretsFile();
    const refused = await start({ [keyName]: "short" });
    expect(refused.code).toBe(1);
    expect(said(refused)).toBe(`${keyName} is not 32 bytes in base64, as \`openssl rand -base64 32\` makes them.\n`);
    expect(secretsFile()).toBe(before);
  });

  it("cannot be replaced by another key while something is sealed, at the start and by the CLI; the right key stays", async () => {
    const before = secretsFile();
    const wrong = newKey();
    // What cannot serve does not wait for load balancers, so the time that it would drain for is not spent.
    const startedAt = performance.now();
    const refused = await start({ [keyName]: wrong, SERVICE_DRAIN_SECONDS: "300" });
    expect(performance.now() - startedAt).toBeLessThan(120_000);
    expect(refused.code).toBe(1);
    expect(said(refused)).toMatch(
      /^PROVIDER_KEY_ENCRYPTION_KEY cannot be changed to this value: .*npm run admin -- reseal.*\n$/,
    );
    expect(secretsFile()).toBe(before);

    const served = await start();
    const { body } = await post(served, "/api/v1/project/update", {});
    const projectId = body.data.id;
    const set = await setVariable(served, keyName, wrong);
    expect(set).toMatchObject({ kind: "failed", output: expect.stringContaining("npm run admin -- reseal") });
    expect(await revealed(served, projectId)).toBe("sk-1234");
    await stop(served);
    expect(secretsFile()).toBe(before);
  });

  it("changes by reseal while the deployment serves: every secret is read before, after, and at the next start", async () => {
    const served = await start();
    const projectId = (await post(served, "/api/v1/project/update", {})).body.data.id;
    const former = variable(keyName);
    const next = newKey();
    const { code, stdout, stderr } = await admin("reseal", "--key", next);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "1 secrets were sealed again; all can be read.\n",
      stderr: "",
    });
    expect(await revealed(served, projectId)).toBe("sk-1234");
    expect(variable(keyName)).toBe(next);
    expect(secretsFile()).toContain(`# former ${keyName}=${former}\n`);
    expect((await admin("reseal", "--key", "short")).stderr).toMatch(/^--key is not 32 bytes in base64.*\n$/);
    await stop(served);
    const again = await start({ [keyName]: next });
    expect(await revealed(again, projectId)).toBe("sk-1234");
    await stop(again);
  });
});

describe("reseal with the variables of the Convex CLI", () => {
  it("changes the key where they name this deployment, at whatever address", async () => {
    const served = await start();
    const projectId = (await post(served, "/api/v1/project/update", {})).body.data.id;
    const next = newKey();
    const url = shown(served, /(?<=Convex clients +)http:\S+/).replace("127.0.0.1", "localhost");
    const adminKey = readFileSync(path.join(data, "admin-key"), "utf8").trim();
    const own = { CONVEX_SELF_HOSTED_URL: url, CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey };
    const { code, stderr } = await adminWith(own, "reseal", "--key", next);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(variable(keyName)).toBe(next);
    expect(await revealed(served, projectId)).toBe("sk-1234");
    await stop(served);
  });

  it("refuses a key where they name another deployment, instead of silently leaving the previous one", async () => {
    const before = secretsFile();
    const other = { CONVEX_SELF_HOSTED_URL: "http://127.0.0.1:9", CONVEX_SELF_HOSTED_ADMIN_KEY: "other|key" };
    const { code, stdout, stderr } = await adminWith(other, "reseal", "--key", newKey());
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^--key sets the key of the embedded deployment alone, but CONVEX_SELF_HOSTED_URL names /);
    expect(secretsFile()).toBe(before);
  });
});

describe("variables", () => {
  it("that cannot be used are refused together, each in a sentence", async () => {
    const wrong = { JOB_RUNNER_URL: "notaurl", SERVICE_ENVIRONMENT: "Production", IDP_WEBHOOK_SECRET: "hush hush" };
    const refused = await start({ ...wrong, SERVICE_DELETION_GRACE_HOURS: "a week", SERVICE_PRICES: '{"openai":{}}' });
    expect(refused.code).toBe(1);
    expect(refused.stderr.trim().split("\n").toSorted()).toEqual([
      "IDP_WEBHOOK_SECRET is not whsec_ and base64.",
      'JOB_RUNNER_URL is "notaurl", which is not a URL that begins with https:// or http://.',
      'SERVICE_DELETION_GRACE_HOURS is "a week", which is not a number of hours from 0 to 8760.',
      'SERVICE_ENVIRONMENT is "Production", which is not one of production, staging, development, test.',
      'SERVICE_PRICES is "{"openai":{}}", which lacks openai.date, the day of the prices as YYYY-MM-DD.',
    ]);
  });

  it("a start that others can reach, without an identity provider, says that nobody can sign in", async () => {
    const served = await start({ SERVICE_HOST: "0.0.0.0" });
    expect(served.stderr).toContain("Nobody can sign in to the dashboard: SERVICE_HOST lets other machines in");
    expect(served.stderr).toContain("docs/teams.md");
    await stop(served);
  });

  it("that nobody reads, and half of an identity provider, are reported by a start, which serves nevertheless", async () => {
    const served = await start({ SERVICE_PORT: "80", IDP_ISSUER: "https://idp.example.com" });
    expect(served.stderr).toContain("Nothing reads SERVICE_PORT; the variables are SERVICE_HOST, ");
    expect(served.stderr).toContain("IDP_APPLICATION_ID is missing: nobody can sign in.\n");
    await stop(served);
    const later = await start();
    expect(later.stderr).toContain("`npx convex env remove IDP_ISSUER`");
    const target = {
      appDirectory: rootDirectory,
      socketUrl: shown(later, /(?<=Convex clients +)http:\S+/),
      adminKey: readFileSync(path.join(data, "admin-key"), "utf8").trim(),
    };
    // After the variable is removed, as the note says, the deployment's own tokens sign people in again at once.
    expect(await runConvexCli(["env", "remove", "IDP_ISSUER"], target)).toEqual({ kind: "done" });
    expect((await admin("sign-in", "--email", "owner@localhost")).code).toBe(0);
    await stop(later);
  });

  it("that say where others reach the service are in the addresses of hooks and uploads, and mean that others do", async () => {
    const begin = async (served: Start) => {
      const create = async (route: string, body: object) => (await post(served, `/api/v1${route}`, body)).body.data;
      const call = async (operation: string, args: object) =>
        (await post(served, "/job/callback", { operation, args }, variable("JOB_CALLBACK_SECRET"))).body.result;
      const hook = await create("/project/hooks", { kind: "github" });
      const { id: workflowId } = await create("/workflows", {
        name: "One",
        steps: [{ name: "Work", role: "designer" }],
      });
      const { id: runId } = await create("/runs/start", { workflowId, prompt: "Work" });
      await call("job.claim", { runnerId: "one" });
      await call("run.updateStatus", { runId, status: "running" });
      const { id: sandboxId } = await call("sandbox.create", { runId, runtimeSandboxId: runId, status: "running" });
      const file = { name: "a.txt", mediaType: "text/plain", size: 1, sha256: "0".repeat(64) };
      const { uploadUrl } = await call("artifact.begin", { sandboxId, ...file });
      const local = await post(served, "/api/v1/webhooks", { url: `${urlOf(served)}/receiver` });
      return { hook: hook.url as string, uploadUrl: uploadUrl as string, local: local.status };
    };
    const addresses = {
      SERVICE_PUBLIC_URL: "https://api.example",
      SERVICE_PUBLIC_SOCKET_URL: "https://convex.example",
    };
    const served = await start(addresses);
    expect(await begin(served)).toEqual({
      hook: expect.stringMatching(/^https:\/\/api\.example\/hooks\/hook_/),
      uploadUrl: expect.stringMatching(/^https:\/\/convex\.example\/api\/storage\/upload\?token=/),
      local: 400,
    });
    await stop(served);
    const alone = await start();
    expect(await begin(alone)).toEqual({
      hook: expect.stringContaining(`${urlOf(alone)}/hooks/hook_`),
      uploadUrl: expect.stringContaining(`${shown(alone, /(?<=Convex clients +)http:\S+/)}/api/storage/upload?token=`),
      local: 201,
    });
    await stop(alone);
  });

  it("of a backup that name the address of another start lock nobody out, even without a restart", async () => {
    const served = await start();
    const backup = path.join(directory, "backup.env");
    writeFileSync(backup, "IDP_ISSUER=http://127.0.0.1:4930\nIDP_APPLICATION_ID=switchyard-development\n");
    const target = {
      appDirectory: rootDirectory,
      socketUrl: shown(served, /(?<=Convex clients +)http:\S+/),
      adminKey: readFileSync(path.join(data, "admin-key"), "utf8").trim(),
    };
    expect(await runConvexCli(["env", "set", "--force", "--from-file", backup], target)).toEqual({ kind: "done" });
    expect((await admin("sign-in", "--email", "owner@localhost")).code).toBe(0);
    await stop(served);
  });
});

it("secrets rotate with an overlap: the file has the new value at once, and the previous secret is accepted until it is removed", async () => {
  const served = await start();
  const former = variable("JOB_CALLBACK_SECRET");
  const statusOf = async (secret: string) =>
    (await post(served, "/job/callback", { operation: "no.such", args: {} }, secret)).status;
  await setVariable(served, "JOB_CALLBACK_SECRET_PREVIOUS", former);
  await setVariable(served, "JOB_CALLBACK_SECRET", "the-next-secret");
  expect(variable("JOB_CALLBACK_SECRET")).toBe("the-next-secret");
  expect([await statusOf(former), await statusOf("the-next-secret"), await statusOf("neither")]).toEqual([
    400, 400, 401,
  ]);
  await setVariable(served, "JOB_CALLBACK_SECRET_PREVIOUS", "another");
  expect([await statusOf(former), await statusOf("the-next-secret")]).toEqual([401, 400]);
  await stop(served);
  writeFileSync(path.join(data, "secrets.env"), secretsFile().replace("the-next-secret", "by-hand"));
  const later = await start();
  expect(later.stderr).toContain("secrets.env had another JOB_CALLBACK_SECRET than the database");
  expect(variable("JOB_CALLBACK_SECRET")).toBe("the-next-secret");
  await stop(later);
});

it("a refused request is found in the log by its id, with the shown part of its key and never the key", async () => {
  const served = await start();
  const refused = await post(served, "/api/v1/runs/start?token=hush", {});
  await expect.poll(() => served.stderr).toContain(String(refused.requestId));
  const line = served.stderr.split("\n").find((each) => each.includes(`Refused ${refused.requestId}`)) ?? "";
  expect(line).toContain(
    `Refused ${refused.requestId} 400 VALIDATION POST /api/v1/runs/start (${apiKey.slice(0, 17)})`,
  );
  expect(served.stderr).not.toContain(apiKey);
  expect(served.stderr).not.toContain("hush");
  const callback = await post(served, "/job/callback", {}, "wrong");
  await expect.poll(() => served.stderr).toContain(`Refused ${callback.requestId} 401 AUTH_INVALID POST /job/callback`);
  const fine = await post(served, "/api/v1/project/update", {});
  expect(fine.status).toBe(200);
  await stop(served);
  expect(served.stderr).not.toContain(String(fine.requestId));
});

it("the command restores a deleted project", async () => {
  const served = await start();
  const { body } = await post(served, "/api/v1/project/delete", {});
  expect((await post(served, "/api/v1/project/update", {})).status).toBe(401);
  expect((await admin("list-projects")).stdout).toMatch(/\(deleted by .*; restore-project brings it back until .*\)/);
  await expect.poll(() => served.stderr).toMatch(/was deleted by the key key_\w+ \(Administrator, svc_test_\w{8}\)/);
  const restored = await admin("restore-project", "--project", body.data.id);
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining("is back") });
  expect((await post(served, "/api/v1/project/update", {})).status).toBe(200);
  await stop(served);
});

it("a data directory that cannot be made is reported within two seconds", async () => {
  const startedAt = Date.now();
  const refused = await startOn("/proc/switchyard/data");
  expect(refused.code).toBe(1);
  expect(said(refused)).toMatch(/^The data directory \/proc\/switchyard\/data cannot be written.*\n$/);
  expect(existsSync("/proc/switchyard")).toBe(false);
  expectWithin(20_000, Date.now() - startedAt, "milliseconds until it says so");
});

it.each([
  ["scripts/start.ts", "Usage: npm start"],
  ["scripts/admin.ts", "Usage: npm run admin"],
  ["scripts/seed.ts", "Usage: npm run seed"],
])("%s prints its usage for --help, -h or help, and does nothing", async (script, usage) => {
  for (const asked of ["--help", "-h", "help"]) {
    const { code, stdout, stderr } = await runCommand(script, [asked], { SERVICE_DATA_DIR: "/proc/none" });
    expect({ code, stderr, begins: stdout.startsWith(usage) }).toEqual({ code: 0, stderr: "", begins: true });
  }
});
