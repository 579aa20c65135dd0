// The table in docs/api.md about recurring tasks is right: for each row there is a task, and the clock moves over its
// runs.
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { rootDirectory } from "../../scripts/settings";
import { client, createProject, createWorkflow, dataOf } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const document = readFileSync(path.join(rootDirectory, "docs/api.md"), "utf8");
const minuteMs = 60_000;

const rows = [
  ...document.matchAll(/^\| ([^|`]+) \| `([\w/]+)` *\| (\d\d):(\d\d) +\| `(\w+)` *\| (`[^|]+`) *\|$/gm),
].map(([, what = "", timezone, hour, minute, frequency, runs = ""]) => ({
  what: what.trim(),
  schedule: { timezone, frequency, scheduledHour: Number(hour), scheduledMinute: Number(minute) },
  runs: [...runs.matchAll(/`([^`]+)Z`/g)].map(([, time]) => `${time}:00.000Z`),
}));

describe("recurring tasks run as docs/api.md says", () => {
  const deployment = inProcess();
  afterEach(() => {
    vi.useRealTimers();
  });
  const moveTo = (atMs: number) => vi.useFakeTimers({ toFake: ["Date"], now: atMs });

  it("in six cases, at three times each", () => {
    expect(rows.map(({ runs }) => runs.length)).toEqual([3, 3, 3, 3, 3, 3]);
  });

  it.each(rows)("when $what", async ({ schedule, runs }) => {
    moveTo(Date.parse(runs[0]!) - minuteMs);
    const api = client(deployment, (await createProject(deployment)).apiKey);
    const targetWorkflowId = await createWorkflow(api);
    const task = { title: "Look around", prompt: "Look.", targetWorkflowId, ...schedule };
    const { id } = await dataOf(api.post("/recurring-tasks", task));
    const shown: string[] = [];
    for (const _run of runs) {
      const { nextRunAt } = await dataOf(api.get(`/recurring-tasks/${id}`));
      shown.push(nextRunAt);
      moveTo(Date.parse(nextRunAt));
      await deployment.mutation(internal.recurringTasks.scheduled.fire, {});
    }
    expect(shown).toEqual(runs);
    const made = await dataOf(api.get("/runs?source=recurring_task"));
    expect(made.map(({ scheduledFor }: { scheduledFor: number }) => scheduledFor).toReversed()).toEqual(
      runs.map((time) => Date.parse(time)),
    );
  });

  it("once after any number of missed runs, and then as before", async () => {
    moveTo(Date.parse("2026-03-28T00:00Z"));
    const api = client(deployment, (await createProject(deployment)).apiKey);
    const schedule = { timezone: "Europe/Berlin", frequency: "daily", scheduledHour: 2, scheduledMinute: 30 };
    const task = { title: "Look around", prompt: "Look.", targetWorkflowId: await createWorkflow(api), ...schedule };
    const { id } = await dataOf(api.post("/recurring-tasks", task));
    moveTo(Date.parse("2026-04-02T12:00Z"));
    await deployment.mutation(internal.recurringTasks.scheduled.fire, {});
    expect(await dataOf(api.get("/runs?source=recurring_task"))).toHaveLength(1);
    expect((await dataOf(api.get(`/recurring-tasks/${id}`))).nextRunAt).toBe("2026-04-03T00:30:00.000Z");
  });
});
