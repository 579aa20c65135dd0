// What a claim with a runner token reads: as much among few jobs of all projects as among many.
import { afterAll, beforeAll, expect, it } from "vitest";
import { bearer, client, dataOf } from "../support/fixtures";
import { areas } from "../support/readBudgets/allBudgets";
import { startMeteredEngine } from "../support/readBudgets/meteredEngine";
import type { MeteredEngine } from "../support/readBudgets/meteredEngine";
import { environment } from "../support/readBudgets/operations";
import { fillWorld } from "../support/readBudgets/world";
import { servedBy } from "../support/reality";

let engine: MeteredEngine;
beforeAll(async () => {
  engine = await startMeteredEngine({ keepsResults: false });
  await engine.setEnvironment(environment);
});
afterAll(() => engine.stop());

it("a claim with a runner token reads as many documents among thousands of jobs as among a few", async () => {
  const world = await fillWorld(engine, "claims", 20, areas);
  const api = client(servedBy(engine), await world.makeKey());
  const { token } = await dataOf(api.post("/project/runner-tokens/generate", { name: "Runner" }));

  const claim = async (kinds?: string[]) => {
    const body = JSON.stringify({ operation: "job.claim", args: { runnerId: "one", leaseMs: 900_000, kinds } });
    const response = await servedBy(engine).fetch("/job/callback", { method: "POST", headers: bearer(token), body });
    if (response.status !== 200) throw new Error(await response.text());
  };
  const documentsRead = (kinds?: string[]) =>
    engine.documentsRead(
      ({ kind }) => kind === "httpAction",
      () => claim(kinds),
    );
  const ofEach = async () => [
    await documentsRead(),
    await documentsRead(["merge.execute"]),
    await documentsRead(["run.execute"]),
  ];

  // The first claims of a runner are recorded, and later ones find the record.
  await ofEach();
  const amidFew = await ofEach();
  const [own, foreign] = [world.projectId, world.publicId("projects", 1)].map((id) => id.slice("proj_".length));
  const jobs = Array.from({ length: 4000 }, (_, index) => ({
    projectId: index % 4 === 0 ? own : foreign,
    work: { kind: "merge.execute", mergeRunId: world.publicId("mergeRuns").slice("merge_".length) },
    kind: "merge.execute",
    subjectId: "",
    status: index % 2 === 0 ? "queued" : "claimed",
    attempts: 1,
    fence: 1,
    availableAtMs: index,
    cancelRequested: false,
    ...(index % 2 === 0 ? {} : { runnerId: "two", leaseMs: 5000, leaseUntilMs: 9e12 }),
  }));
  for (let from = 0; from < jobs.length; from += 500) await engine.insertAll("jobs", jobs.slice(from, from + 500));
  expect(await ofEach()).toEqual(amidFew);
  expect(amidFew).toEqual([19, 19, 9]);
}, 60_000);
