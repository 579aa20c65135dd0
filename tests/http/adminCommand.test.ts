// `npm run admin`, run as a separate process.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../support/command";
import type { RunningEngine } from "../support/engine";
import { deploymentOn, sharedEngine } from "../support/engineDeployment";
import { client, dataOf } from "../support/fixtures";

const admin = (args: string[], env: NodeJS.ProcessEnv) => runCommand("scripts/admin.ts", args, env);

describe("with a running engine", () => {
  let engine: RunningEngine;
  let local: NodeJS.ProcessEnv;
  beforeAll(async () => {
    engine = await sharedEngine();
    local = { SERVICE_DATA_DIR: engine.dataDir, SERVICE_SOCKET_PORT: new URL(engine.socketUrl).port };
  });

  it("create-project --json prints one object, whose key works for the project", async () => {
    const args = ["create-project", "--name", "Depot", "--git-repo-url", "https://example.com/d.git", "--json"];
    const { code, stdout, stderr } = await admin([...args, "--owner-email", "owner@example.com"], local);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.trim().split("\n")).toHaveLength(1);
    const made = JSON.parse(stdout);
    expect(Object.keys(made).sort()).toEqual(["apiKey", "projectId", "userId"]);
    const data = await dataOf(
      client(
        deploymentOn(() => engine),
        made.apiKey,
      ).get("/project"),
    );
    expect(data).toMatchObject({ id: made.projectId, name: "Depot", gitRepoUrl: "https://example.com/d.git" });
  });

  it("create-key makes a key with the scopes given; list-projects shows the project", async () => {
    const { projectId } = JSON.parse((await admin(["create-project", "--name", "Yard", "--json"], local)).stdout);
    const create = ["create-key", "--project", projectId, "--name", "Reader", "--scopes", "runs:read,project:read"];
    const made = JSON.parse((await admin([...create, "--json"], local)).stdout);
    expect(made).toMatchObject({
      projectId,
      scopes: ["runs:read", "project:read"],
      apiKey: expect.stringMatching(/^svc_/),
    });
    const { stdout } = await admin(["list-projects"], local);
    expect(stdout).toContain(`${projectId}  yard`);
  });

  it("admin-key prints only the key that the Convex CLI accepts", async () => {
    expect((await admin(["admin-key"], local)).stdout).toBe(`${engine.adminKey}\n`);
    const halfSet = { ...local, CONVEX_SELF_HOSTED_URL: engine.socketUrl };
    expect((await admin(["admin-key"], halfSet)).stdout).toBe(`${engine.adminKey}\n`);
    expect(JSON.parse((await admin(["admin-key", "--json"], local)).stdout)).toEqual({ adminKey: engine.adminKey });
  });

  it("sign-in says why it prints no token: this app accepts no tokens", async () => {
    const { code, stdout, stderr } = await admin(["sign-in", "--email", "owner@example.com"], local);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^The deployment at \S+ refused: The app accepts no tokens of this deployment: .*\n$/);
  });

  it("works on any deployment that CONVEX_SELF_HOSTED_URL names", async () => {
    const env = { CONVEX_SELF_HOSTED_URL: engine.socketUrl, CONVEX_SELF_HOSTED_ADMIN_KEY: engine.adminKey };
    expect(JSON.parse((await admin(["list-projects", "--json"], env)).stdout)).toHaveProperty("projects");
  });

  it("exits 1 with the message of a refusal", async () => {
    const create = ["create-key", "--project", "proj_nothing", "--name", "Reader"];
    expect(await admin(create, local)).toEqual({
      code: 1,
      stdout: "",
      stderr: "There is no project with the id proj_nothing.\n",
    });
  });

  it("exits 1 when the admin key is wrong", async () => {
    const env = { CONVEX_SELF_HOSTED_URL: engine.socketUrl, CONVEX_SELF_HOSTED_ADMIN_KEY: "switchyard|wrong" };
    const { code, stdout, stderr } = await admin(["list-projects"], env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^The deployment at \S+ refused: /);
  });
});

describe("without one", () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-admin-"));
  const down = { SERVICE_DATA_DIR: dataDir, SERVICE_SOCKET_PORT: "9" };
  beforeAll(() => {
    writeFileSync(path.join(dataDir, "admin-key"), "switchyard|secret\n");
    chmodSync(path.join(dataDir, "admin-key"), 0o600);
  });
  afterAll(() => {
    rmSync(dataDir, { recursive: true });
  });

  it("exits 1 with one sentence when nothing answers", async () => {
    expect(await admin(["list-projects"], down)).toEqual({
      code: 1,
      stdout: "",
      stderr: "Nothing answers at http://127.0.0.1:9; start the service with `npm start`.\n",
    });
  });

  it("exits 1 with one sentence when there is no admin key", async () => {
    const { code, stderr } = await admin(["list-projects"], { SERVICE_DATA_DIR: path.join(dataDir, "none") });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^There is no admin key at \S+; .*\n$/),
    });
  });

  it.each([
    ["no command", [], "Name a command."],
    ["an unknown command", ["drop-project"], "There is no command drop-project."],
    ["a missing option", ["create-project", "--json"], "--name is missing."],
    ["an unknown option", ["list-projects", "--nmae", "x"], "Unknown option '--nmae'"],
    ["nobody to sign in", ["sign-in"], "--email is missing."],
    ["an option without its value", ["create-project", "--name"], "Option '--name <value>' argument missing"],
    ["an argument too many", ["list-projects", "all"], "Unexpected argument 'all'"],
  ])("exits 2 with a sentence and the usage for %s", async (_what, args, sentence) => {
    const { code, stdout, stderr } = await admin(args, down);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.startsWith(sentence)).toBe(true);
    expect(stderr).toContain("Usage: npm run admin -- <command>");
  });
});
