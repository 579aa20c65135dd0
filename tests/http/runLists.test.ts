// The lists of runs: filters, pages, and the shapes of both versions.
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { describeEverywhere } from "../support/deployment";
import {
  client,
  createProject,
  createSandbox,
  createWorkflow,
  dataOf,
  refusalOf,
  runner,
  startRun,
} from "../support/fixtures";
import type { Answer, Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

interface Run {
  id: string;
  status: string;
  source: string;
  workflowId: string;
  createdAt: number;
  labels: string[];
}

describeEverywhere((deployment) => {
  const job = runner(deployment);

  describe("GET /api/v1/runs and /runs/list", () => {
    let api: Client;
    let stranger: Client;
    let all: Run[];
    beforeAll(async () => {
      api = client(deployment, (await createProject(deployment)).apiKey);
      stranger = client(deployment, (await createProject(deployment)).apiKey);
      await startRun(stranger);
      const workflows = [await createWorkflow(api), await createWorkflow(api)];
      for (const workflowId of workflows) {
        for (const source of ["api", "callback"]) {
          for (const status of ["pending", "running", "failed"]) {
            const labels = status === "pending" ? ["slow"] : ["nightly", "slow"];
            await job.call("run.create", { workflowId, prompt: "Build it.", source, status, labels });
          }
        }
      }
      const gone = await startRun(api, { workflowId: workflows[0]!, labels: ["nightly"] });
      await api.post("/runs/delete", { runId: gone.id });
      all = (await api.get("/runs")).body.data;
    });

    const ids = async (path: string) => (await dataOf(api.get(path))).map(({ id }: Run) => id);
    const idsOf = (runs: Run[]) => runs.map(({ id }) => id);

    it("200 with the summaries of all that are not in the trash, newest first", async () => {
      expect(all).toHaveLength(12);
      expect(all.map(({ createdAt }) => createdAt)).toEqual(
        all.map(({ createdAt }) => createdAt).sort((a, b) => b - a),
      );
      const {
        followUp: _rule,
        activeStepId: _,
        activeSandboxId: _a,
        explorerSandboxId: _b,
        automaticRounds: _i,
        dashboardUrl: _j,
        ...detail
      } = await dataOf(api.get(`/runs/get?id=${all[0]!.id}`));
      const { createdBy: _c, steps: _d, hasMoreSteps: _e, sandboxes: _f, ...run } = detail;
      const { activeDurationMs: _g, durationMs: _h, ...summary } = run;
      expect(all[0]).toEqual(summary);
      expect((await api.get("/runs/list")).body).toEqual((await api.get("/runs")).body);
    });

    it("200 with the runs that match all given filters, also in pages", async () => {
      const [{ workflowId }] = all as [Run];
      const filters: [string, (run: Run) => boolean][] = [
        ["status=running", (run) => run.status === "running"],
        ["sort=newest", () => true],
        ["label=nightly", (run) => run.labels.includes("nightly")],
        [`workflowId=${workflowId}`, (run) => run.workflowId === workflowId],
        ["source=callback", (run) => run.source === "callback"],
        [`createdAfter=${all[9]!.createdAt}`, (run) => run.createdAt > all[9]!.createdAt],
        [`createdBefore=${new Date(all[2]!.createdAt).toISOString()}`, (run) => run.createdAt < all[2]!.createdAt],
      ];
      for (let combination = 0; combination < 2 ** filters.length; combination++) {
        const given = filters.filter((_, index) => (combination >> index) % 2 === 1);
        const query = given.map(([text]) => text).join("&");
        const expected = idsOf(all.filter((run) => given.every(([, isIn]) => isIn(run))));
        expect(await ids(`/runs?${query}`)).toEqual(expected);
      }
      const first = (await api.get("/runs/list?status=running&limit=3")).body;
      const second = (await api.get(`/runs/list?status=running&limit=3&cursor=${first.nextCursor}`)).body;
      expect([first.hasMore, second.hasMore, second.nextCursor]).toEqual([true, false, null]);
      expect(idsOf([...first.data, ...second.data])).toEqual(idsOf(all.filter(({ status }) => status === "running")));
    });

    it("200 with the runs of several states, newest first, also in pages", async () => {
      const wanted = all.filter(({ status }) => status !== "pending");
      const [{ workflowId }] = wanted as [Run];
      for (const path of ["/runs?status=running,failed", "/runs?status=failed,running,failed"]) {
        expect(await ids(path)).toEqual(idsOf(wanted));
        const ofWorkflow = wanted.filter((run) => run.workflowId === workflowId);
        expect(await ids(`${path}&workflowId=${workflowId}`)).toEqual(idsOf(ofWorkflow));
      }
      expect(await inPages("/runs/list?status=failed,running")).toEqual(idsOf(wanted));
      const { nextCursor } = (await api.get("/runs?status=failed,running&limit=1")).body;
      const rest = (await api.get(`/runs?status=running,failed,failed&cursor=${nextCursor}`)).body;
      expect(idsOf(rest.data)).toEqual(idsOf(wanted).slice(1));
    });

    it("200 with the runs that have a label, also in pages, as their state changes and from the trash", async () => {
      const nightly = all.filter(({ labels }) => labels.includes("nightly"));
      const [{ workflowId, id }] = nightly as [Run];
      const ofWorkflow = nightly.filter((run) => run.workflowId === workflowId);
      expect(await inPages("/runs?label=nightly")).toEqual(idsOf(nightly));
      expect(await inPages("/runs?label=%20nightly&status=failed,running")).toEqual(idsOf(nightly));
      expect(await inPages(`/runs?label=nightly&workflowId=${workflowId}`)).toEqual(idsOf(ofWorkflow));
      expect(await ids("/runs?label=night")).toEqual([]);
      expect(await dataOf(stranger.get("/runs?label=nightly"))).toEqual([]);
      await api.post("/runs/restart", { runId: id });
      expect(await ids("/runs?label=nightly&status=pending")).toEqual([id]);
      await api.post("/runs/delete", { runId: id });
      expect(await ids("/runs?label=nightly")).toEqual(idsOf(nightly.slice(1)));
      await api.post("/runs/restore", { runId: id });
      await job.call("run.updateStatus", { runId: id, status: "failed" });
      expect(await ids("/runs?label=nightly")).toEqual(idsOf(nightly));
    });

    it("200 with the runs whose label has a word of the search", async () => {
      expect((await ids("/runs?search=nightly&limit=50")).sort()).toEqual(
        idsOf(all.filter(({ labels }) => labels.includes("nightly"))).sort(),
      );
    });

    async function inPages(path: string): Promise<string[]> {
      const found: string[] = [];
      for (let next: string | null = ""; next !== null;) {
        const { body }: Answer = await api.get(`${path}&limit=3${next && `&cursor=${next}`}`);
        found.push(...idsOf(body.data));
        next = body.nextCursor;
      }
      return found;
    }

    it("200 with the most expensive first, and the newest among equals, of the states and the workflow", async () => {
      const costs = new Map(all.map(({ id }, index) => [id, [2, 0.5, 0, 3][index % 4]!]));
      for (const { id } of all) {
        await job.call("run.updateProgress", { runId: id, progress: { costUsd: costs.get(id) } });
      }
      const costOf = ({ id }: Run) => costs.get(id)!;
      const byCost = [...all].sort((a, b) => costOf(b) - costOf(a));
      expect(await ids("/runs?sort=cost")).toEqual(idsOf(byCost));
      expect(await inPages("/runs?sort=cost")).toEqual(idsOf(byCost));
      const [{ workflowId }] = all as [Run];
      const some = byCost.filter((run) => run.workflowId === workflowId && run.status !== "running");
      expect(await inPages(`/runs?sort=cost&workflowId=${workflowId}&status=failed,pending`)).toEqual(idsOf(some));
    });

    it("200 with what usage records cost in the order by cost", async () => {
      const { id } = await startRun(api);
      const sandboxId = await createSandbox(job, { runId: id });
      const tokenUsage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0 };
      const report = { sandboxId, tokenUsage, durationMs: 1, service: "elsewhere", costUsd: 100 };
      await job.call("usage.computeCostAndRecord", report);
      expect(await ids("/runs?sort=cost&limit=1")).toEqual([id]);
      await api.post("/runs/delete", { runId: id });
      expect(await ids("/runs?sort=cost&limit=1")).not.toEqual([id]);
    });

    it("200 with the reason of failed runs", async () => {
      const { id } = await startRun(api);
      await job.call("run.updateStatus", { runId: id, status: "failed", error: "The tests fail." });
      expect((await dataOf(api.get("/runs?limit=1")))[0]).toMatchObject({
        id,
        failureReason: "failed",
        error: "The tests fail.",
      });
      await api.post("/runs/delete", { runId: id });
    });

    it("200 with an empty list for a filter that no run matches", async () => {
      expect((await api.get("/runs?status=paused")).body).toEqual({ data: [], nextCursor: null, hasMore: false });
      expect(await ids("/runs?createdAfter=2100-01-01")).toEqual([]);
      expect(await ids("/runs?createdBefore=2000-01-01T00:00:00%2B02:00")).toEqual([]);
    });

    it.each([
      ["limit", "limit=0"],
      ["limit", "limit=201"],
      ["cursor", "cursor="],
      ["cursor", "cursor=x"],
      ["status", "status=done"],
      ["status", "status=failed,"],
      ["status", "status=failed,done"],
      ["sort", "sort=name"],
      ["sort", "sort=cost&source=api"],
      ["sort", "sort=cost&createdAfter=2026-02-02"],
      ["search", "search=build&status=failed,running"],
      ["search", "search=build&sort=cost"],
      ["search", "search=build&label=nightly"],
      ["sort", "sort=cost&label=nightly"],
      ["label", "label=%20"],
      ["label", `label=${"x".repeat(65)}`],
      ["source", "source=me"],
      ["createdAfter", "createdAfter=yesterday"],
      ["createdBefore", "createdBefore=2026-02-30"],
      ["createdAfter", "createdAfter=2026-02-02&createdBefore=2026-02-01"],
      ["colour", "colour=red"],
    ])("400 VALIDATION naming %s for ?%s", async (field, query) => {
      expect(await refusalOf(api.get(`/runs?${query}`))).toEqual([400, "VALIDATION", field]);
    });

    it("400 VALIDATION for a cursor with another filter or of another list", async () => {
      const { nextCursor } = (await api.get("/runs?status=failed&limit=1")).body;
      for (const path of ["/runs?", "/runs?status=running&", `/runs/by-workflow?workflowId=${all[0]!.workflowId}&`]) {
        expect(await refusalOf(api.get(`${path}cursor=${nextCursor}`))).toEqual([400, "VALIDATION", "cursor"]);
      }
    });

    it("404 NOT_FOUND and 403 FORBIDDEN for a workflow that the project does not have", async () => {
      const theirs = await createWorkflow(stranger);
      for (const path of ["/runs", "/runs/by-workflow"]) {
        expect(await refusalOf(api.get(`${path}?workflowId=wf_x`))).toEqual([404, "NOT_FOUND"]);
        expect(await refusalOf(api.get(`${path}?workflowId=${theirs}`))).toEqual([403, "FORBIDDEN"]);
      }
    });
  });

  describe("GET /api/v1/runs/by-workflow and /by-chain", () => {
    let api: Client;
    beforeEach(async () => {
      api = client(deployment, (await createProject(deployment)).apiKey);
    });

    it("200 with the runs of the workflow in pages, and the id of the request", async () => {
      const workflowId = await createWorkflow(api);
      const made = [];
      for (let index = 0; index < 3; index++) made.unshift((await startRun(api, { workflowId })).id);
      await startRun(api);
      const { body, headers } = await api.get(`/runs/by-workflow?workflowId=${workflowId}&limit=2`);
      expect(body).toMatchObject({ hasMore: true, requestId: headers.get("X-Request-ID") });
      const rest = (await api.get(`/runs/by-workflow?workflowId=${workflowId}&cursor=${body.nextCursor}`)).body;
      expect([...body.data, ...rest.data].map(({ id }: Run) => id)).toEqual(made);
      expect(rest).toMatchObject({ hasMore: false, nextCursor: null });
    });

    it("200 with the runs of the sprint chain", async () => {
      const chain = {
        workflowId: await createWorkflow(api),
        sprintRange: [1, 3],
        prompt: "Sprint.",
        gitRepoUrl: "https://code.example/acme/shop",
      };
      const chainId = (await dataOf(api.post("/sprint-chains", chain))).id;
      const { id } = await job.call("run.createChainRun", { chainId, sprintIndex: 0 });
      await startRun(api);
      const { body, headers } = await api.get(`/runs/by-chain?chainId=${chainId}`);
      expect(body).toMatchObject({ data: [{ id, sprintChainId: chainId, sprintIndex: 0 }], hasMore: false });
      expect(body.requestId).toBe(headers.get("X-Request-ID"));
    });

    it.each([
      ["by-workflow", "workflowId"],
      ["by-chain", "chainId"],
    ])("400 VALIDATION and 404 NOT_FOUND for %s", async (list, field) => {
      expect(await refusalOf(api.get(`/runs/${list}`))).toEqual([400, "VALIDATION", field]);
      expect(await refusalOf(api.get(`/runs/${list}?${field}=x&limit=201`))).toEqual([400, "VALIDATION", "limit"]);
      expect(await refusalOf(api.get(`/runs/${list}?${field}=x&status=failed`))).toEqual([400, "VALIDATION", "status"]);
      expect(await refusalOf(api.get(`/runs/${list}?${field}=r_x`))).toEqual([404, "NOT_FOUND"]);
    });
  });
});

describe("the legacy shapes, with the clock moved (in process, where it can be)", () => {
  const deployment = inProcess();
  const legacy = { "X-API-Version": "1" };
  const before = "2026-10-23T23:59:59.999Z";
  const sunset = "2026-10-24T00:00:00.000Z";
  let api: Client;
  let workflowId: string;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-10-01") });
    api = client(deployment, (await createProject(deployment)).apiKey);
    workflowId = await createWorkflow(api);
    for (let index = 0; index < 2; index++) await startRun(api, { workflowId });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(["/runs", "/runs/list"])("%s nests the position in `pagination` until the last millisecond", async (path) => {
    vi.setSystemTime(before);
    const { body } = await api.get(`${path}?limit=1`, legacy);
    const pagination = { nextCursor: expect.any(String), hasMore: true };
    expect(body).toEqual({ data: [expect.objectContaining({ workflowId })], pagination });
    const next = (await api.get(`${path}?cursor=${body.pagination.nextCursor}`, legacy)).body;
    expect(next.pagination).toEqual({ nextCursor: null, hasMore: false });
    vi.setSystemTime(sunset);
    const { data: _, ...rest } = (await api.get(`${path}?limit=1`, legacy)).body;
    expect(rest).toEqual(pagination);
  });

  it("/runs/by-workflow is bare until then", async () => {
    vi.setSystemTime(before);
    const path = `/runs/by-workflow?workflowId=${workflowId}`;
    expect(Object.keys((await api.get(path, legacy)).body)).toEqual(["data"]);
    vi.setSystemTime(sunset);
    expect(Object.keys((await api.get(path, legacy)).body).sort()).toEqual([
      "data",
      "hasMore",
      "nextCursor",
      "requestId",
    ]);
  });

  it("a limit of 200 is too much only for the legacy list", async () => {
    vi.setSystemTime(before);
    const { status, body } = await api.get("/runs?limit=101", legacy);
    expect([status, body]).toEqual([400, { error: expect.stringContaining("limit") }]);
    expect((await api.get("/runs?limit=100", legacy)).status).toBe(200);
    expect((await api.get("/runs?limit=200")).status).toBe(200);
    expect((await api.get(`/runs/by-workflow?workflowId=${workflowId}&limit=200`, legacy)).status).toBe(200);
    vi.setSystemTime(sunset);
    expect((await api.get("/runs?limit=200", legacy)).status).toBe(200);
  });
});
