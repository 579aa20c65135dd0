import { expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { inProcess } from "../support/inProcess";
import { restOf } from "./lists";
import { staffedProject } from "./people";

const deployment = inProcess();

// A transaction reads at most 16 MiB.
it("lists of runners show no more reports than may be read at once, however long they are", async () => {
  const { projectId, people } = await staffedProject(deployment);
  const agent = { name: "demo", kind: "demo", isolation: "none", problem: "長".repeat(500) };
  const places = { total: 1, free: 1, waiting: 0 };
  const agents = Array.from({ length: 50 }, () => agent);
  const report = { name: "builder", version: "0.1.0", protocol: 1, agents, places, freeDiskMb: 1 };
  const id = projectId.slice("proj_".length) as Id<"projects">;
  for (let number = 0; number < 120; number++) {
    await deployment.run(async (ctx) => {
      const reportedAtMs = Date.now();
      const runnerId = `runner-${number}`;
      await ctx.db.insert("runners", { projectId: id, runnerId, kinds: "", lastSeenAtMs: reportedAtMs - number });
      await ctx.db.insert("runnerReports", { runnerId, report, reportedAtMs });
    });
  }
  const runners = await people.owner.query(api.runners.dashboard.list, { projectId });
  expect(runners).toHaveLength(120);
  expect(runners.filter(({ name }) => name === "builder")).toHaveLength(100);
  expect(runners.slice(100).every(({ name }) => name === null)).toBe(true);

  const rest = await restOf(deployment, projectId);
  const { body: first } = await rest.get("/runners");
  expect(first.data.length).toBeLessThan(100);
  const { body: second } = await rest.get(`/runners?limit=100&cursor=${first.nextCursor}`);
  expect([...first.data, ...second.data]).toHaveLength(120);
});
