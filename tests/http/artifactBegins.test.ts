// A runner in a loop gets no addresses for uploads without end.
import { expect, it } from "vitest";
import { callbackOf, client, createProject, createSandbox, dataOf, startRun } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

it("an attempt begins a thousand uploads, and the next attempt begins its own", async () => {
  const deployment = inProcess();
  const job = await callbackOf(deployment);
  const api = client(deployment, (await createProject(deployment)).apiKey);
  const { id: runId } = await startRun(api);
  const sandboxId = await createSandbox(job, { runId });
  const about = { sandboxId, name: "home.png", mediaType: "image/png", size: 7, sha256: "0".repeat(64) };
  for (let count = 0; count < 2; count++) await job.call("artifact.begin", about);
  const totals = () => deployment.run((ctx) => ctx.db.query("artifactTotals").unique());
  expect((await totals())?.begun).toEqual({ attempt: 1, count: 2 });
  await deployment.run(async (ctx) => {
    const row = await ctx.db.query("artifactTotals").unique();
    if (row !== null) await ctx.db.patch("artifactTotals", row._id, { begun: { attempt: 1, count: 999 } });
  });
  await job.call("artifact.begin", about);
  const [, sentence] = await job.refused("artifact.begin", about);
  expect(sentence).toBe("The attempt of the run has begun 1000 uploads; it can begin no more.");
  await job.call("run.updateStatus", { runId, status: "failed" });
  await dataOf(api.post("/runs/restart", { runId }));
  await job.call("artifact.begin", about);
  expect((await totals())?.begun).toEqual({ attempt: 2, count: 1 });
});
