// No secret that the product receives or returns may be in its files or its log, neither while it runs nor after it was
// stopped or killed. Only the owner can read the files with the deployment's own secrets.
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environmentVariables } from "../../scripts/secrets";
import { internal } from "../../convex/_generated/api";
import { rootDirectory } from "../../scripts/settings";
import { isSecret } from "../../scripts/variables";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { createProject } from "../support/fixtures";
import { findSecrets, formsOf, readFiles } from "./secretScan";
import { SecretTraffic } from "./secretTraffic";
import type { DeploymentSecrets } from "./secretTraffic";

/** The files with the deployment's own secrets. */
const ownersFiles = ["admin-key", "environment-key", "secrets.env", "sign-in-key"];

/** Texts that the product stores and logs unchanged. The search must find them, which shows that it works. */
const planted = new Map([
  ["a planted name", 'first "\\é half, second "\\é half'],
  ["a planted id", "key_planted0123456789"],
]);

const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-secrecy-"));
const used = new Map<string, string>();
let secrets: DeploymentSecrets;
let engine: RunningEngine;
/** The logs of all engines that this file has started. */
const logs = new Map<string, () => string>();
const deployment = deploymentOn(() => engine);

beforeAll(async () => {
  await start(rootDirectory);
  secrets = await giveSecrets();
  for (const [name, secret] of Object.entries(secrets)) used.set(name, secret);
  used.set("the admin key", engine.adminKey.slice(engine.adminKey.indexOf("|") + 1));
});
afterAll(async () => {
  await engine.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(appDir?: string): Promise<void> {
  const started = await startEngine({ dataDir, ...(appDir === undefined ? {} : { appDir }) });
  logs.set(`log ${logs.size}`, () => started.output());
  engine = started;
}

/** Sets the deployment's variables as `npm start` does, and returns those that are secrets. */
async function giveSecrets(): Promise<DeploymentSecrets> {
  const changes = environmentVariables(dataDir, []).map(({ name, value }) => [name, value] as const);
  await deployment.setEnvironment(Object.fromEntries(changes.filter(([name]) => !isSecret(name))));
  const made = Object.fromEntries(changes.filter(([name]) => isSecret(name)));
  const platformKey = `sk-platform-${randomBytes(24).toString("base64url")}`;
  const given = { ...made, PLATFORM_KEY_CODE_HOST: platformKey } as DeploymentSecrets;
  await deployment.setEnvironment(given);
  return given;
}

async function sendTraffic(): Promise<void> {
  const traffic = new SecretTraffic(deployment, secrets);
  await traffic.send();
  for (const [name, secret] of traffic.used) used.set(`${name}, ${used.size}`, secret);
  await sendTokens();
}

/** Sends people's tokens: valid ones, wrong ones, ones that expire before the next start, and ones in wrong places. */
async function sendTokens(): Promise<void> {
  await deployment.setEnvironment({ IDP_ISSUER: engine.socketUrl, IDP_APPLICATION_ID: "app" });
  const { token } = await post("/api/development/sign_in", `Convex ${engine.adminKey}`, { email: "ann@example.com" });
  const forged = `${token.slice(0, -84)}${randomBytes(60).toString("base64url")}${token.slice(-4)}`;
  for (const [name, text] of Object.entries({ token, forged })) {
    used.set(`a ${name}, ${used.size}`, text);
    used.set(`the signature of a ${name}, ${used.size}`, text.slice(text.lastIndexOf(".") + 1));
    const authorization = `Bearer ${text}`;
    const signedIn = await post("/api/mutation", authorization, { path: "users/dashboard:signIn", args: {} });
    expect(signedIn).toMatchObject(name === "token" ? { status: "success" } : { code: "Unauthenticated" });
    await post("/api/query", authorization, { path: text, args: { [text]: text } });
    expect((await deployment.fetch("/api/v1/project", { headers: { Authorization: authorization } })).status).toBe(401);
  }
  const { d } = JSON.parse(readFileSync(path.join(dataDir, "sign-in-key"), "utf8"));
  used.set("the sign-in key", d);
}

async function post(url: string, authorization: string, body: object) {
  const headers = { "Content-Type": "application/json", Authorization: authorization };
  const response = await fetch(engine.socketUrl + url, { method: "POST", headers, body: JSON.stringify(body) });
  return await response.json();
}

async function plant(): Promise<void> {
  await createProject(deployment, planted.get("a planted name"));
  const keyId = planted.get("a planted id")!;
  await expect(deployment.mutation(internal.admin.projects.revokeKey, { keyId })).rejects.toThrow(keyId);
}

/** Returns which of the used secrets and planted texts are in the files and the logs. */
function look(): string[] {
  const files = readFiles(dataDir);
  for (const name of ownersFiles) files.delete(name);
  const texts = [...logs].map(([name, log]): [string, Buffer] => [name, Buffer.from(log())]);
  return findSecrets(new Map([...used, ...planted]), new Map([...files, ...texts]));
}

/** Returns what `npx convex logs` shows. */
async function readLogs(): Promise<Buffer> {
  const url = `${engine.socketUrl}/api/stream_function_logs?cursor=0`;
  const response = await fetch(url, { headers: { Authorization: `Convex ${engine.adminKey}` } });
  expect(response.status).toBe(200);
  return Buffer.from(await response.text());
}

describe("secrets", () => {
  it("are in no file and no log while they are in use, nor after a kill", async () => {
    await plant();
    await sendTraffic();
    const expected = ["a planted id, as plain text, in log 0", "a planted name, as JSON, in data.sqlite-wal"];
    expect(look()).toStrictEqual(expected);
    expect(findSecrets(used, new Map([["npx convex logs", await readLogs()]]))).toStrictEqual([]);
    await engine.kill();
    expect(look()).toStrictEqual(expected);
  });

  it("are in no file and no log after a recovery and a stop", async () => {
    await start();
    await sendTraffic();
    await engine.stop();
    expect(look()).toStrictEqual(["a planted id, as plain text, in log 0", "a planted name, as JSON, in data.sqlite"]);
  });

  it("of the deployment are in files that their owner alone can read", () => {
    const modes = ownersFiles.map((name) => statSync(path.join(dataDir, name)).mode & 0o777);
    expect(modes).toStrictEqual(ownersFiles.map(() => 0o600));
  });
});

it("every form of a secret is found, at any position", () => {
  const [secret = ""] = planted.values();
  const findIn = (text: string | Buffer) => {
    const bytes = Buffer.concat([Buffer.from("before "), Buffer.from(text), Buffer.from(" after")]);
    return findSecrets(new Map([["it", secret]]), new Map([["there", bytes]]));
  };
  for (const [form, text] of formsOf(secret))
    expect(findIn(text).map((it) => it.split(", ")[1])).toContain(`as ${form}`);
  for (const before of ["", "x", "xx"]) {
    for (const encoding of ["base64", "base64url", "hex"] as const) {
      expect(findIn(Buffer.from(`${before}${secret}x`).toString(encoding))).not.toStrictEqual([]);
    }
  }
  expect(findIn(secret.slice(0, -2))).not.toStrictEqual([]);
  expect(findIn("something else")).toStrictEqual([]);
});
