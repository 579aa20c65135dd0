// This version serves a data directory that 0.1.0 has written: its documents are valid, everything that waited in it is
// done, and its users can continue. This test fails when a change of tables, indexes or scheduled functions forgets
// existing data.
import { rmSync } from "node:fs";
import path from "node:path";
import { ConvexClient } from "convex/browser";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { api } from "../../convex/_generated/api";
import schema from "../../convex/schema";
import type { Connection } from "../../engine/persistence/connection";
import { openDatabaseFile } from "../../engine/persistence/databaseFormat";
import { rootDirectory } from "../../scripts/settings";
import { expectConsistent } from "../support/consistency/check";
import { bearer, client, dataOf, refusalOf } from "../support/fixtures";
import { makeMigratingApp } from "../support/migratingApp";
import { UpgradedService } from "../support/upgradedService";

const secondMs = 1000;
const hourMs = 60 * 60 * secondMs;
const dayMs = 24 * hourMs;

let service: UpgradedService;

beforeEach(() => {
  service = new UpgradedService();
});

afterEach(async () => {
  await service.remove();
});

/** Tables whose rows come and go during normal use. */
const passing = new Set(["apiKeyUses", "pendingDeletions", "messageChunks"]);

/**
 * Returns the ids of all documents, except those of the tables in `passing` and of the project that is being deleted.
 */
async function lastingIds(): Promise<string[]> {
  const doomed = service.before.facts.deletedProjectId.replace("proj_", "");
  const tables = Object.keys(schema.tables).filter((table) => !passing.has(table));
  const all = await Promise.all(tables.map((table) => service.documents(table)));
  const lasting = all.flat().filter(({ _id, projectId }) => _id !== doomed && projectId !== doomed);
  return lasting.map(({ _id }): string => _id);
}

/** The error of an action that was running when the service was killed. It is not started again, as on Convex. */
const interrupted = "Transient error while executing action";

/**
 * Returns one line for each scheduled function that failed, with the reason. One text is used because a report of tests
 * shows it whole.
 */
function failuresAmong(jobs: { name: string; state: { kind: string; error?: string } }[]): string {
  const failed = jobs.filter(({ state }) => state.kind === "failed" && state.error !== interrupted);
  return failed.map(({ name, state }) => `${name}: ${state.error}`).join("\n");
}

// The tests start the service several times and push once, which takes long.
describe("a directory of 0.1.0", { timeout: 300_000 }, () => {
  it("keeps every document, and existing functions do everything that waited in it", async () => {
    const { deletedProjectId, recurringTaskId, scheduledRunId } = service.before.facts;
    await service.start(secondMs);
    await service.running.push(rootDirectory);
    const before = await lastingIds();
    expect(before.length).toBeGreaterThan(1000);
    await service.migrate();
    const after = new Set(await lastingIds());
    expect(before.filter((id) => !after.has(id))).toEqual([]);
    await expectConsistent(service.running);

    await service.kill();
    await service.start(hourMs);
    await service.settled();
    const jobs = await service.documents("_scheduled_functions");
    expect(failuresAmong(jobs)).toBe("");
    const waited = jobs.filter(({ _creationTime, state }) => {
      return state.kind === "success" && _creationTime < service.before.facts.writtenAtMs;
    });
    expect(new Set(waited.map(({ name }) => name)).size).toBeGreaterThan(55);
    const { status } = await dataOf(service.api.get(`/runs/get?id=${scheduledRunId}`));
    expect(status).toBe("pending");
    expect(await dataOf(service.api.get(`/recurring-tasks/${recurringTaskId}`))).toMatchObject({
      lastRunAt: expect.any(String),
    });
    const projects = await service.documents("projects");
    expect(projects.map(({ _id }) => `proj_${_id}`)).not.toContain(deletedProjectId);

    await service.kill();
    await service.start(8 * dayMs);
    await service.settled();
    const later = await service.documents("_scheduled_functions");
    expect(failuresAmong(later)).toBe("");
    await expectConsistent(service.running);
  });

  it("can still be used by its users", async () => {
    const { facts } = service.before;
    await service.start(secondMs);
    await service.running.push(rootDirectory);
    await service.migrate();
    const { api, call } = service;
    const { projectId } = facts;

    expect(await dataOf(api.get("/project"))).toMatchObject({ id: projectId, name: "Kept" });
    const reader = client(service.deployment, facts.readKey);
    expect((await reader.get("/runs")).status).toBe(200);
    expect(await refusalOf(reader.get("/project/settings"))).toEqual([403, "SCOPE_DENIED"]);
    const revoked = client(service.deployment, facts.revokedKey);
    expect((await revoked.get("/project")).status).toBe(401);
    expect((await client(service.deployment, facts.expiringKey).get("/project")).status).toBe(200);

    expect(await call("keys.get", { projectId, keyType: "anthropic" })).toMatchObject({ key: facts.providerKey });
    expect(await call("settings.get", { projectId })).toMatchObject(facts.settings);
    // The answer is the one that 0.1.0 gave, which lacks the fields that the document has got since then.
    const repeated = await fetch(`${service.running.httpUrl}/api/v1/runs/start`, {
      method: "POST",
      headers: { ...bearer(facts.apiKey), "Idempotency-Key": "once-and-no-more" },
      body: JSON.stringify(facts.repeatedBody),
    });
    expect(await repeated.json()).toMatchObject({ data: { id: facts.repeatedRunId } });

    const { id: jobId, runId, fence } = facts.claimedJob;
    expect(await call("job.heartbeat", { jobId, runnerId: "fixture" })).toMatchObject({ status: "claimed" });
    const { sandboxId, messageId, text } = facts.streaming;
    await call("message.streamAppend", { sandboxId, messageId, chunk: "three.", seq: 2 });
    const shown = await dataOf(api.get(`/sandboxes/messages?id=${sandboxId}`));
    expect(shown.map(({ content }: { content: string }) => content)).toContain(`${text}three.`);
    await call("run.updateStatus", { runId, status: "completed" });
    expect(await call("job.complete", { jobId, runnerId: "fixture" })).toMatchObject({ status: "done" });
    expect(fence).toBe(1);

    const claimed: string[] = [];
    const claim = () => call("job.claim", { runnerId: "next", kinds: ["run.execute"] });
    for (let job = await claim(); job !== null; job = await claim()) claimed.push(job.runId);
    expect(claimed).toEqual(expect.arrayContaining([...facts.pendingRunIds, facts.repeatedRunId, facts.lastRunId]));
    expect(new Set(claimed).size).toBe(claimed.length);
    expect((await api.post("/runs/start", { workflowId: facts.workflowId, prompt: "The next one." })).status).toBe(201);
    await expectConsistent(service.running);
  });

  it("is migrated while it serves, and every row once", async () => {
    const app = makeMigratingApp();
    onTestFinished(() => rmSync(app, { recursive: true }));
    await service.start(secondMs);
    await service.running.push(app);
    const before = await service.documents("learnings");
    expect(before.some(({ severity }) => severity === undefined)).toBe(true);
    await service.migrate();
    const expected = before.map((learning) => ({ severity: "low", ...learning }));
    expect(await service.documents("learnings")).toEqual(expected);
    const progress = { name: "severities", rows: before.length, finishedAtMs: expect.any(Number) };
    expect(await service.documents("migrations")).toContainEqual(expect.objectContaining(progress));
    await expectConsistent(service.running);
  });

  it("has the layout of a new file of the database, once it is opened", () => {
    const { dataDir } = service.before;
    const upgraded = openDatabaseFile(path.join(dataDir, "data.sqlite"));
    const fresh = openDatabaseFile(path.join(dataDir, "fresh.sqlite"));
    expect(shapeOf(upgraded)).toEqual(shapeOf(fresh));
    expect(upgraded.prepare("SELECT * FROM meta WHERE key = 'format'").all()).toEqual(
      fresh.prepare("SELECT * FROM meta WHERE key = 'format'").all(),
    );
    upgraded.close();
    fresh.close();
  });

  it("shows their data to people who had signed in, at another address and before the next sign-in, and to nobody else", async () => {
    const email = "ada@example.com";
    await service.start(secondMs);
    const { socketUrl } = service.running;
    await service.deployment.setEnvironment({ IDP_ISSUER: socketUrl, IDP_APPLICATION_ID: "switchyard-development" });
    await service.running.push(rootDirectory);
    const ada = { issuer: socketUrl, subject: email, email, emailVerified: true };
    expect(await shownTo(ada)).toContain(service.before.facts.projectId);
    const elsewhere = { issuer: "https://elsewhere.example.com", subject: email };
    for (const claims of [{}, { email }, { email: "eve@example.com", emailVerified: true }]) {
      await expect(shownTo({ ...elsewhere, ...claims })).rejects.toMatchObject({ data: { code: "AUTH_INVALID" } });
    }
  });
});

/** The tables and indexes as SQL, without comments and without those that a pushed search index has made. */
function shapeOf(connection: Connection): [string, string][] {
  return connection
    .prepare<[string, string]>(
      "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'search_*' ORDER BY name",
    )
    .all()
    .map(([name, sql]) => [name, sql.replace(/--.*/g, "").replace(/\s+/g, " ")]);
}

/** Returns the first result of a live query. */
async function shownTo(identity: object): Promise<string[]> {
  const webSocketConstructor = WebSocket as unknown as typeof globalThis.WebSocket;
  const live = new ConvexClient(service.running.socketUrl, { webSocketConstructor, logger: false });
  onTestFinished(() => live.close());
  const { client: base } = live as unknown as { client: { setAdminAuth(key: string, actingAs: object): void } };
  base.setAdminAuth(service.running.adminKey, identity);
  const paginationOpts = { numItems: 10, cursor: null };
  return await new Promise((resolve, reject) => {
    const show = ({ page }: { page: { id: string }[] }) => resolve(page.map(({ id }) => id));
    live.onUpdate(api.project.dashboard.mine, { paginationOpts }, show, reject);
  });
}
