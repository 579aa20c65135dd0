import { expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import { inProcess } from "../support/inProcess";

it("jobs are counted up to a hundred of each kind and state, and the oldest is known however many wait", async () => {
  const deployment = inProcess();
  const hourMs = 60 * 60 * 1000;
  await deployment.run(async (ctx) => {
    const projectId = await ctx.db.insert("projects", { name: "P", slug: "p", gitRepoUrl: null });
    const repositoryCheckId = await ctx.db.insert("repositoryChecks", {
      projectId,
      gitRepoUrl: "https://code.example/a.git",
      status: "pending",
    });
    for (let job = 0; job < 150; job++) {
      await ctx.db.insert("jobs", {
        projectId,
        work: { kind: "repository.check", repositoryCheckId },
        kind: "repository.check",
        subjectId: repositoryCheckId,
        status: "queued",
        attempts: 0,
        fence: 0,
        // The oldest is the last one that is written.
        availableAtMs: Date.now() - (job === 149 ? 2 : 1) * hourMs,
        cancelRequested: false,
      });
    }
  });
  const metrics = await deployment.query(internal.admin.metrics.metrics, {});
  const valueOf = (name: string, labels: Record<string, string>) =>
    metrics.find((metric) => metric.name === name)?.samples.find((sample) => matches(sample.labels, labels))?.value;
  const kind = "repository.check";
  expect(valueOf("switchyard_jobs", { kind, state: "waiting" })).toBe(100);
  expect(valueOf("switchyard_jobs", { kind, state: "claimed" })).toBe(0);
  expect(valueOf("switchyard_oldest_waiting_job_seconds", { kind })).toBeCloseTo(7200, -1);
});

function matches(labels: Record<string, string>, wanted: Record<string, string>): boolean {
  return Object.entries(wanted).every(([label, text]) => labels[label] === text);
}
