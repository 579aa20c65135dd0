// The metrics of a service as `npm start` serves it. A parser that is not ours reads them before and after a test has
// done something, and they agree with it.
import { readFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findServing } from "../../scripts/serving";
import { rootDirectory } from "../../scripts/settings";
import { deploymentOn } from "../support/engineDeployment";
import { callbackOf, client, createProject, createWorkflow, dataOf, startRun } from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { killAll, shown, start, stop } from "../support/npmStart";
import type { Start } from "../support/npmStart";
import { canReadMetrics, readMetrics, sumOf } from "../support/readMetrics";
import type { ReadFamily } from "../support/readMetrics";
import { startReceiver } from "../support/receiver";
import { copyStarted } from "../support/startedOnce";

const folder = mkdtempSync(path.join(tmpdir(), "switchyard-metrics-"));
const dataDirectory = path.join(folder, "data");
let service: Start;
let metricsUrl: string;
let httpUrl: string;
let projectId: string;
let api: Client;
let job: Runner;

// The first start of these sources pushes them.
beforeAll(async () => {
  if (!canReadMetrics) return;
  await copyStarted(dataDirectory);
  service = await start(dataDirectory, { SERVICE_METRICS_ADDRESS: "0" });
  metricsUrl = shown(service, /(?<=Metrics +)http:\S+/);
  const serving = findServing(dataDirectory);
  if (serving === null) throw new Error(`It does not serve: ${service.stderr}`);
  ({ httpUrl } = serving);
  const adminKey = readFileSync(path.join(dataDirectory, "admin-key"), "utf8").trim();
  const deployment = deploymentOn(() => ({ ...serving, adminKey }));
  const created = await createProject(deployment, "Watched");
  projectId = created.projectId;
  api = client(deployment, created.apiKey);
  job = await callbackOf(deployment);
}, 600_000);
afterAll(async () => {
  if (service !== undefined) await stop(service);
  killAll();
  rmSync(folder, { recursive: true, force: true });
});

let lastText = "";

/** An answer is at most a second old: this waits for the next one. */
async function scrape(): Promise<ReadFamily[]> {
  const read = async () => await (await fetch(metricsUrl)).text();
  await expect.poll(read, { interval: 100 }).not.toBe(lastText);
  // What was being read while the last change was made may lack it.
  const before = await read();
  await expect.poll(async () => (lastText = await read()), { interval: 100 }).not.toBe(before);
  return readMetrics(lastText);
}

/** Returns how much each of these samples has grown while `act` ran. */
async function growth(act: () => Promise<void>) {
  const before = await scrape();
  await act();
  const after = await scrape();
  return (name: string, labels: Record<string, string> = {}) =>
    sumOf(after, name, labels) - sumOf(before, name, labels);
}

const jobsIn = (read: ReadFamily[], state: string) => sumOf(read, "switchyard_jobs", { kind: "run.execute", state });

describe.skipIf(!canReadMetrics)("what the metrics of a service say", () => {
  it("is how many requests were answered, by route and status, and how many changes and commits they have made", async () => {
    const grown = await growth(async () => {
      const ids: string[] = [];
      for (let at = 0; at < 5; at++) ids.push((await dataOf(api.post("/issues/create", { title: `Issue ${at}` }))).id);
      for (let at = 0; at < 3; at++) expect((await api.post("/issues/create", { title: "" })).status).toBe(400);
      for (const id of ids) await dataOf(api.get(`/issues/get?id=${id}`));
      expect((await fetch(`${httpUrl}/api/v1/commands/none`)).status).toBe(401);
      expect((await api.get(`/issues/get?id=${ids[0]?.slice(0, -1)}0`)).status).toBe(404);
      expect((await fetch(`${httpUrl}/not/a/path/of/it`)).status).toBe(404);
    });
    const creating = { host: "http", method: "POST", route: "/api/v1/issues/create" };
    expect(grown("http_requests_total", { ...creating, status: "200" })).toBe(5);
    expect(grown("http_requests_total", { ...creating, status: "400" })).toBe(3);
    expect(grown("http_request_duration_seconds_count", creating)).toBe(8);
    expect(grown("http_requests_total", { route: "/api/v1/issues/get", method: "GET", status: "200" })).toBe(5);
    expect(grown("http_requests_total", { route: "/api/v1/commands/:id", status: "401" })).toBe(1);
    expect(grown("http_requests_total", { route: "other", status: "404" })).toBe(1);

    const calls = { kind: "mutation", function: "issues/endpoints:create" };
    expect(grown("engine_function_calls_total", { ...calls, outcome: "success" })).toBe(5);
    const reads = { kind: "query", function: "issues/endpoints:get" };
    expect(grown("engine_function_calls_total", { ...reads, outcome: "success" })).toBe(5);
    expect(grown("engine_function_calls_total", { ...reads, outcome: "error" })).toBe(1);
    // Each was acknowledged before the next was asked for, so none shared a commit.
    const commits = grown("engine_commits_total");
    expect(commits).toBeGreaterThanOrEqual(5);
    expect(grown("engine_mutations_total")).toBeGreaterThanOrEqual(commits);
    expect(grown("engine_failed_commits_total")).toBe(0);
  });

  it("is how many jobs wait, and how many claims there were, with and without a job", async () => {
    const workflowId = await createWorkflow(api);
    const before = await scrape();
    const grown = await growth(async () => {
      for (let at = 0; at < 4; at++) await startRun(api, { workflowId });
    });
    expect(grown("switchyard_jobs", { kind: "run.execute", state: "waiting" })).toBe(4);
    expect(grown("switchyard_waiting_runs", { reason: "runner" })).toBe(4);
    const claiming = { runnerId: "watched", kinds: ["run.execute"] };
    const claimed = await growth(async () => {
      for (let at = 0; at < 3; at++) expect(await job.call("job.claim", claiming)).not.toBeNull();
      expect(await job.call("job.claim", { runnerId: "watched", kinds: ["merge.execute"] })).toBeNull();
    });
    expect(claimed("engine_function_calls_total", { function: "jobs/claimOperations:claim" })).toBe(4);
    expect(claimed("http_requests_total", { route: "/job/callback", status: "200" })).toBe(4);
    const after = await scrape();
    expect([jobsIn(after, "waiting"), jobsIn(after, "claimed")]).toEqual([
      jobsIn(before, "waiting") + 1,
      jobsIn(before, "claimed") + 3,
    ]);
    const oldest = (read: ReadFamily[]) =>
      sumOf(read, "switchyard_oldest_waiting_job_seconds", { kind: "run.execute" });
    expect(oldest(after)).toBeGreaterThan(0);
    expect(oldest(await scrape())).toBeGreaterThan(oldest(after));
  });

  it("is how many messages reached a webhook", async () => {
    const receiver = await startReceiver();
    const grown = await growth(async () => {
      await dataOf(api.post("/webhooks", { url: receiver.url, events: ["issue.created"] }));
      for (let at = 0; at < 3; at++) await dataOf(api.post("/issues/create", { title: `Told ${at}` }));
      await expect.poll(() => receiver.received.length).toBe(3);
      const succeeded = async () => sumOf(await scrape(), "switchyard_webhook_deliveries", { outcome: "succeeded" });
      await expect.poll(succeeded).toBe(3);
    }).finally(() => receiver.close());
    expect(grown("switchyard_webhook_deliveries", { outcome: "succeeded" })).toBe(3);
    expect(grown("switchyard_webhooks", { state: "ok" })).toBe(1);
  });

  it("is how large the database and its log are", async () => {
    const sizeOf = (name: string) => statSync(path.join(dataDirectory, name)).size;
    const sizes = () => [sizeOf("data.sqlite"), sizeOf("data.sqlite-wal")];
    const told = async () => {
      const before = sizes();
      const read = await scrape();
      const named = [sumOf(read, "engine_database_bytes"), sumOf(read, "engine_write_ahead_log_bytes")];
      return { isQuiet: String(before) === String(sizes()), before, named };
    };
    // The log grows by itself when the clock has something to do.
    await expect
      .poll(async () => {
        const { isQuiet, before, named } = await told();
        return isQuiet ? named.map((bytes, at) => bytes - (before[at] ?? 0)) : null;
      })
      .toEqual([0, 0]);
    expect(sizes().every((bytes) => bytes > 0)).toBe(true);
  });

  it("has the names and labels of docs/operations.md, and no others", async () => {
    await dataOf(api.post("/budgets", { name: "All", scope: { type: "project" }, limitUsd: 10, period: "total" }));
    const read = await scrape();
    expect(namedBy(read)).toEqual(documented());
    const requests = read.find(({ name }) => name === "http_requests")?.samples ?? [];
    const hosts = [...new Set(requests.map(({ labels }) => String(labels["host"])))];
    const [sentence = ""] = sectionOf("## Metrics", "### What to be woken for").match(/^`host` is [^.]+\./m) ?? [];
    expect(hosts.toSorted()).toEqual(ticked(sentence).slice(1).toSorted());
  });

  it("is what the conditions of docs/operations.md ask for", () => {
    const table = sectionOf("### What to be woken for", "## Traces");
    const conditions = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, condition = ""]) => condition);
    const names = new Set(conditions.flatMap((condition) => condition.match(/\b(?:[a-z]+_){2,}[a-z]+\b/g) ?? []));
    expect(names.size).toBeGreaterThan(9);
    const samples = new Set(readMetrics(lastText).flatMap((family) => family.samples.map(({ name }) => name)));
    expect([...names].filter((name) => !samples.has(name))).toEqual([]);
  });

  it("never is a text of a project, or its id", async () => {
    await scrape();
    expect(lastText).not.toMatch(/Watched|Issue \d|Told/);
    expect(lastText).not.toContain(projectId);
  });
});

/** Returns the names that scrapers store, each with its labels. Those of a histogram are known by its own name. */
function namedBy(families: ReadFamily[]): Record<string, string[]> {
  const names = new Map<string, Set<string>>();
  for (const { name: family, type, samples } of families)
    for (const { name, labels } of samples) {
      const shownAs = type === "histogram" ? family : name;
      const known = names.get(shownAs) ?? new Set();
      for (const label of Object.keys(labels)) if (label !== "le") known.add(label);
      names.set(shownAs, known);
    }
  return sorted([...names].map(([name, labels]) => [name, [...labels].sort()]));
}

function documented(): Record<string, string[]> {
  const rows = [...sectionOf("## Metrics", "### What to be woken for").matchAll(/^\| (`[^|]+)\| ([^|]*)\|/gm)];
  return sorted(
    rows.flatMap(([, names = "", labels = ""]) =>
      ticked(names).map((name): [string, string[]] => [name, ticked(labels).sort()]),
    ),
  );
}

const ticked = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);

const sorted = (entries: [string, string[]][]) =>
  Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));

function sectionOf(heading: string, next: string): string {
  const text = readFileSync(path.join(rootDirectory, "docs/operations.md"), "utf8");
  const [begin, end] = [text.indexOf(`\n${heading}\n`), text.indexOf(`\n${next}\n`)];
  expect([begin > 0, end > begin]).toEqual([true, true]);
  return text.slice(begin, end);
}
