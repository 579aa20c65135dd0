// How migrations progress. tests/engine/upgrade.test.ts tests them on a whole data directory.
import { describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { isFinished } from "../../convex/lib/migrations";
import { client, createProject, dataOf } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import type { InProcess } from "../support/inProcess";

vi.mock("../../convex/migrations/all", () => import("../support/sampleMigrations"));

const status = async (deployment: InProcess) =>
  (await deployment.query(internal.migrations.scheduled.status, {})).migrations.map(({ name, status, rows }) => ({
    name,
    status,
    rows,
  }));

async function learn(deployment: InProcess, count: number): Promise<void> {
  const { apiKey } = await createProject(deployment);
  const api = client(deployment, apiKey);
  for (let made = 0; made < count; made++) {
    await dataOf(api.post("/learnings/create", { description: `Learned ${made}.`, applicableRoles: [] }));
  }
}

async function severities(deployment: InProcess): Promise<(string | undefined)[]> {
  const { learnings } = await deployment.documents();
  return (learnings as { severity?: string }[]).map(({ severity }) => severity);
}

const all = (count: number, severity: string | undefined) => Array.from({ length: count }, () => severity);

describe("migrations", () => {
  it("are pending before they are started, and have nothing to do on a new deployment", async () => {
    const deployment = inProcess();
    const bothAre = (how: string) => ["severities", "days"].map((name) => ({ name, status: how, rows: 0 }));
    expect(await status(deployment)).toEqual(bothAre("pending"));
    expect(await deployment.mutation(internal.migrations.scheduled.start, {})).toEqual({ going: [] });
    expect(await status(deployment)).toEqual(bothAre("finished"));
  });

  it("do each step once when they are started three times, and see every row once", async () => {
    const deployment = inProcess();
    await learn(deployment, 120);
    for (let time = 0; time < 3; time++) {
      expect(await deployment.mutation(internal.migrations.scheduled.start, {})).toEqual({ going: ["severities"] });
    }
    await deployment.settled();
    expect(await status(deployment)).toContainEqual({ name: "severities", status: "finished", rows: 120 });
    const { migrations } = await deployment.documents();
    expect(migrations).toContainEqual(expect.objectContaining({ name: "severities", steps: 3 }));
    expect(await severities(deployment)).toEqual(all(120, "low"));
    expect(await deployment.mutation(internal.migrations.scheduled.start, {})).toEqual({ going: [] });
  });

  it("change fifty rows in a step, and say when they are finished", async () => {
    const deployment = inProcess();
    await learn(deployment, 120);
    const finished = () => deployment.run((ctx) => isFinished(ctx, "severities"));
    await deployment.mutation(internal.migrations.scheduled.start, {});
    await deployment.mutation(internal.migrations.scheduled.step, { name: "severities", step: 0 });
    expect(await status(deployment)).toContainEqual({ name: "severities", status: "running", rows: 50 });
    expect(await severities(deployment)).toEqual([...all(50, "low"), ...all(70, undefined)]);
    expect(await finished()).toBe(false);
    await deployment.settled();
    expect(await severities(deployment)).toEqual(all(120, "low"));
    expect(await finished()).toBe(true);
  });

  it("run again when that is asked for, and change only the rows that need it", async () => {
    const deployment = inProcess();
    await learn(deployment, 60);
    await deployment.mutation(internal.migrations.scheduled.start, {});
    await deployment.settled();
    await deployment.run(async (ctx) => {
      const [first, second] = await ctx.db.query("learnings").take(2);
      if (first === undefined || second === undefined) throw new Error("There are no learnings.");
      await ctx.db.patch("learnings", first._id, { severity: undefined });
      await ctx.db.patch("learnings", second._id, { severity: "high" });
    });
    await deployment.mutation(internal.migrations.scheduled.start, { again: true });
    await deployment.settled();
    expect(await severities(deployment)).toEqual(["low", "high", ...all(58, "low")]);
    expect(await status(deployment)).toContainEqual({ name: "severities", status: "finished", rows: 60 });
  });

  it("end a step that waits for a migration which this version does not have", async () => {
    const deployment = inProcess();
    expect(await deployment.mutation(internal.migrations.scheduled.step, { name: "ofLater", step: 4 })).toBe(null);
  });
});
