// Runs from before lists were sorted by cost: a migration gives them their place.
import { expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import { callbackOf, client, createProject, dataOf, startRun } from "../support/fixtures";
import type { Answer } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

it("come last until the migration has reached them, in pages too, and where they belong after it", async () => {
  const deployment = inProcess();
  const api = client(deployment, (await createProject(deployment)).apiKey);
  const job = await callbackOf(deployment);
  const costs = [1, 5, 3, 4];
  const made: string[] = [];
  for (const costUsd of costs) {
    const { id } = await startRun(api);
    await job.call("run.updateProgress", { runId: id, progress: { costUsd } });
    made.push(id);
  }
  const costsShown = async () => {
    const shown: number[] = [];
    for (let next: string | null = ""; next !== null;) {
      const { body }: Answer = await api.get(`/runs?sort=cost&limit=1${next && `&cursor=${next}`}`);
      shown.push(...body.data.map(({ costUsd }: { costUsd: number }) => costUsd));
      next = body.nextCursor;
    }
    return shown;
  };
  expect(await costsShown()).toEqual([5, 4, 3, 1]);
  await deployment.run(async (ctx) => {
    for (const { _id, runNumber } of await ctx.db.query("runs").take(10)) {
      if (runNumber === 2 || runNumber === 3) await ctx.db.patch("runs", _id, { totalCostMicroUsd: undefined });
    }
  });
  expect(await costsShown()).toEqual([4, 1, 3, 5]);
  await deployment.mutation(internal.migrations.scheduled.start, {});
  await deployment.settled();
  expect(await costsShown()).toEqual([5, 4, 3, 1]);
  expect(await dataOf(api.get(`/runs/get?id=${made[0]}`))).toMatchObject({ costUsd: 1 });
});
