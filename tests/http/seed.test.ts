// `npm run seed`, run as a separate process, and the data that it makes.
import { beforeAll, describe, expect, it } from "vitest";
import { allRoutes } from "../support/allRoutes";
import { runCommand } from "../support/command";
import type { Outcome } from "../support/command";
import type { RunningEngine } from "../support/engine";
import { deploymentOn, sharedEngine } from "../support/engineDeployment";
import { client, dataOf } from "../support/fixtures";
import type { Client } from "../support/fixtures";

const seed = (args: string[], env: NodeJS.ProcessEnv) => runCommand("scripts/seed.ts", args, env);

const secret = "callback-secret-0123456789";

describe("a project that was filled", () => {
  let engine: RunningEngine;
  let local: NodeJS.ProcessEnv;
  let outcome: Outcome;
  let api: Client;
  beforeAll(async () => {
    engine = await sharedEngine();
    const deployment = deploymentOn(() => engine);
    await deployment.setEnvironment({
      JOB_CALLBACK_SECRET: secret,
      PROVIDER_KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    });
    local = {
      SERVICE_DATA_DIR: engine.dataDir,
      SERVICE_SOCKET_PORT: new URL(engine.socketUrl).port,
      SERVICE_HTTP_PORT: new URL(engine.httpUrl).port,
      JOB_CALLBACK_SECRET: secret,
    };
    outcome = await seed(["--runs", "14"], local);
    const [key = ""] = /\bsvc_\w+/.exec(outcome.stdout) ?? [];
    api = client(deployment, key);
  }, 300_000);

  /** Returns all items of a list. */
  async function itemsOf(list: string) {
    const items = [];
    for (let cursor = ""; ;) {
      const joint = list.includes("?") ? "&" : "?";
      const { status, body } = await api.get(`${list}${joint}limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`);
      if (status !== 200) throw new Error(`${list}: ${JSON.stringify(body)}`);
      items.push(...body.data);
      if (!body.hasMore) return items;
      cursor = body.nextCursor;
    }
  }

  it("is reported in plain lines if there is no terminal, with the key at the end", () => {
    expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 0, stderr: "" });
    const lines = outcome.stdout.trim().split("\n");
    expect(lines).toContain("Runs: 14");
    expect(lines.at(-2)).toMatch(/^The project proj_\w+ is filled after \d+\.\d s\.$/);
    expect(lines.at(-1)).toMatch(/^Its key, shown only this once: svc_test_\w+$/);
  });

  it("has something in every list of the API", async () => {
    const session = (await itemsOf("/answering-sessions")).find(({ questionCount }) => questionCount > 0);
    const [chain] = await itemsOf("/sprint-chains");
    const [workChain] = await itemsOf("/work-chains/list");
    const sandboxes = new Set((await itemsOf("/sandboxes/list")).map(({ id }) => id));
    const learning = (await itemsOf("/learnings/list")).find(({ sandboxId }) => sandboxes.has(sandboxId));
    const [sandbox] = await itemsOf("/sandboxes/list?status=running");
    const { data: run } = (await api.get(`/runs/get?id=${sandbox.runId}`)).body;
    const versioned = async (list: string) =>
      `${list}/${(await itemsOf(list)).find(({ activeVersion }) => activeVersion !== null).id}/versions`;
    const addresses = new Map([
      ["/session-questions", `/session-questions?answeringSessionId=${session.id}`],
      ["/runs/by-chain", `/runs/by-chain?chainId=${chain.id}`],
      ["/runs/by-workflow", `/runs/by-workflow?workflowId=${run.workflowId}`],
      ["/runs/events", `/runs/events?id=${run.id}`],
      ["/runs/artifacts", `/runs/artifacts?id=${run.id}`],
      ["/runs/feedback", `/runs/feedback?id=${run.id}`],
      ["/work-chains/issues", `/work-chains/issues?id=${workChain.id}`],
      ["/learnings/by-sandbox", `/learnings/by-sandbox?sandboxId=${learning.sandboxId}`],
      ["/jobs", "/jobs?status=queued"],
      ["/sandboxes/messages", `/sandboxes/messages?id=${sandbox.id}`],
      ["/sandboxes/files", `/sandboxes/files?id=${sandbox.id}`],
    ]);
    for (const asset of ["/contexts", "/skills", "/commands", "/scripts"]) {
      addresses.set(`${asset}/:id/versions`, await versioned(asset));
    }
    // Runners are shown only while they ask for work, and none does here. They alone check repositories.
    const ofRunners = ["/runners", "/repositories/checks"];
    // An example sends nothing to anybody.
    const empty = new Set([...ofRunners, "/webhooks/:id/deliveries"]);
    const lists = allRoutes.filter(
      (route) => route.method === "GET" && !empty.has(route.path) && !["data", "file"].includes(route.answer.kind),
    );
    for (const route of lists) {
      const { status, body } = await api.get(addresses.get(route.path) ?? route.path);
      expect([route.path, status, body.data?.length > 0]).toEqual([route.path, 200, true]);
    }
  });

  it("has runs, chains and sessions in every state", async () => {
    const statusesOf = async (list: string) =>
      [...new Set((await itemsOf(list)).map(({ status }) => String(status)))].toSorted();
    const ofChains = ["cancelled", "completed", "failed", "running"];
    expect(await statusesOf("/runs")).toEqual([...ofChains.slice(0, 3), "paused", "pending", "running", "scheduled"]);
    expect(await statusesOf("/sprint-chains")).toEqual(ofChains);
    expect(await statusesOf("/work-chains/list")).toEqual([...ofChains.slice(0, 3), "pending", "running"]);
    expect(await statusesOf("/merging/list")).toEqual(["completed", "failed", "running"]);
    expect(await statusesOf("/issue-sessions/list")).toEqual(["active", ...ofChains.slice(0, 3)]);
    expect(await statusesOf("/answering-sessions")).toEqual(["active", "completed", "pending", "reviewed"]);
    expect(await statusesOf("/learnings/list")).toEqual(["approved", "archived", "pending", "rejected"]);
    expect(await statusesOf("/learning-versions/list")).toEqual(["active", "archived"]);
  });

  it("has something of each type in the trash", async () => {
    const types = new Set((await itemsOf("/trash")).map(({ entityType }) => String(entityType)));
    const all = ["answeringSession", "context", "issueSession", "learning", "run", "sandbox", "workflow"];
    expect([...types].toSorted()).toEqual(all);
  });

  it("has counters that equal a full count", async () => {
    const runs = await itemsOf("/runs");
    const sandboxes = await itemsOf("/sandboxes/list");
    const issues = await itemsOf("/issues/list");
    const among = (items: { status: string }[], ...statuses: string[]) =>
      items.filter(({ status }) => statuses.includes(status)).length;
    expect(await dataOf(api.get("/project/counters"))).toEqual({
      totalRuns: runs.length,
      activeRuns: among(runs, "running", "paused"),
      totalSandboxes: sandboxes.length,
      activeSandboxes: among(sandboxes, "provisioning", "running"),
      totalIssues: issues.length,
      pendingIssues: among(issues, "open"),
      totalWorkflows: (await itemsOf("/workflows")).length,
      totalLearnings: (await itemsOf("/learnings/list")).length,
      totalMembers: among(await itemsOf("/project/members"), "active"),
      unreadNotifications: (await itemsOf("/notifications?filter=unread")).length,
    });
  });

  it("exits 1 with a sentence when the service does not know the key", async () => {
    expect(await seed(["--key", "svc_test_nothing"], local)).toEqual({
      code: 1,
      stdout: "",
      stderr: `The service at ${engine.httpUrl} does not know the key, or it is revoked.\n`,
    });
  });

  it("exits 1 with a sentence when the callback secret is wrong", async () => {
    const { code, stderr } = await seed(["--callback-secret", "another"], local);
    const sentence = `The service at ${engine.httpUrl} has another callback secret; give it with --callback-secret.\n`;
    expect({ code, stderr }).toEqual({ code: 1, stderr: sentence });
  });
});

describe("without a service", () => {
  const down = { JOB_CALLBACK_SECRET: secret };

  it("exits 1 with a sentence", async () => {
    expect(await seed(["--key", "svc_test_any", "--url", "http://127.0.0.1:9"], down)).toEqual({
      code: 1,
      stdout: "",
      stderr: "Nothing answers at http://127.0.0.1:9; start the service with `npm start`.\n",
    });
  });

  it.each([
    ["an unknown option", ["--rnus", "3"], "Unknown option '--rnus'"],
    ["what is not a number", ["--runs", "many"], "--runs is many, which is not a whole number"],
    ["what is not an address", ["--url", "here"], "--url is here, which is not a URL."],
  ])("exits 2 with a sentence and the usage for %s", async (_what, args, sentence) => {
    const { code, stdout, stderr } = await seed(args, down);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.startsWith(sentence)).toBe(true);
    expect(stderr).toContain("Usage: npm run seed");
  });
});
