import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { client, createProject, dataOf, refusalOf, runner, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";

describeEverywhere((deployment) => {
  const job = runner(deployment);
  let api: Client;
  beforeAll(async () => {
    api = client(deployment, (await createProject(deployment)).apiKey);
  });

  describe("GET /api/v1/runs/events", () => {
    let id: string;
    beforeEach(async () => {
      ({ id } = await startRun(api));
    });

    it("200 with all that happened, oldest first, numbered from 1 without gaps", async () => {
      await job.call("run.updateStatus", { runId: id, status: "running" });
      await job.call("run.updateProgress", { runId: id, progress: { currentStepLabel: "Designing", message: "Hm." } });
      const step = await job.call("runStep.create", { runId: id, role: "judge", name: "Judge", stepIndex: 0 });
      await job.call("runStep.updateStatus", { stepId: step.id, status: "completed" });
      await job.call("run.updatePr", { runId: id, prUrl: "https://code.example/1", prStatus: "open" });
      await job.call("run.updateCiChecks", { runId: id, status: "running", checks: [] });
      await job.call("run.updateStatus", { runId: id, status: "failed", error: "Out of memory." });
      const { data, nextCursor, hasMore } = (await api.get(`/runs/events?id=${id}`)).body;
      expect([nextCursor, hasMore]).toEqual([null, false]);
      const told = [
        ["run.created", { status: "pending", source: "api", attempt: 1 }],
        ["run.status", { status: "running", from: "pending", attempt: 1 }],
        ["run.progress", { label: "Designing", message: "Hm." }],
        ["step.created", { stepId: step.id, stepIndex: 0, role: "judge", name: "Judge", attempt: 1 }],
        ["step.status", { stepId: step.id, status: "completed", from: "pending" }],
        ["pr", { prUrl: "https://code.example/1", prStatus: "open", prNumber: null }],
        ["ci", { status: "running" }],
        ["run.status", { status: "failed", from: "running", attempt: 1, error: "Out of memory." }],
      ];
      expect(data).toEqual(
        told.map(([type, content], index) => ({
          id: expect.stringMatching(/^ev_/),
          _id: data[index].id,
          seq: index + 1,
          type,
          at: expect.any(Number),
          data: content,
        })),
      );
      const times = data.map(({ at }: { at: number }) => at);
      expect(times).toEqual(times.filter(Number.isInteger).sort((a: number, b: number) => a - b));
    });

    it("200 with what came after an event, at most as many as asked for", async () => {
      for (let index = 0; index < 4; index++) await job.call("run.updateProgress", { runId: id, progress: `${index}` });
      const seqs = async (query: string) => {
        const { data, nextCursor, hasMore } = (await api.get(`/runs/events?id=${id}&${query}`)).body;
        return [data.map(({ seq }: { seq: number }) => seq), nextCursor, hasMore];
      };
      expect(await seqs("limit=2")).toEqual([[1, 2], "2", true]);
      expect(await seqs("limit=2&after=2")).toEqual([[3, 4], "4", true]);
      expect(await seqs("limit=2&cursor=4")).toEqual([[5], null, false]);
      expect(await seqs("after=5")).toEqual([[], null, false]);
      expect(await seqs("after=900")).toEqual([[], null, false]);
    });

    it("of an earlier attempt stay when the run begins anew, and the numbers go on", async () => {
      await api.post("/runs/cancel", { runId: id });
      await api.post("/runs/restart", { runId: id });
      const events = await dataOf(api.get(`/runs/events?id=${id}`));
      expect(events.map(({ seq, data }: { seq: number; data: { attempt: number } }) => [seq, data.attempt])).toEqual([
        [1, 1],
        [2, 1],
        [3, 2],
      ]);
    });

    it.each([
      ["id", ""],
      ["limit", "id=r_x&limit=0"],
      ["limit", "id=r_x&limit=201"],
      ["after", "id=r_x&after=-1"],
      ["after", "id=r_x&after=x"],
      ["cursor", "id=r_x&cursor=x"],
      ["colour", "id=r_x&colour=red"],
    ])("400 VALIDATION naming %s for ?%s", async (field, query) => {
      expect(await refusalOf(api.get(`/runs/events?${query}`))).toEqual([400, "VALIDATION", field]);
    });

    it("404 NOT_FOUND for a run that there is not", async () => {
      expect(await refusalOf(api.get("/runs/events?id=r_x"))).toEqual([404, "NOT_FOUND"]);
    });
  });
});
