// What nobody has finished, and files that no artifact has, are gone after a day.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { callbackOf, client, createProject, createSandbox, startRun } from "../support/fixtures";
import type { Runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import type { InProcess } from "../support/inProcess";
import { hourMs } from "../../convex/lib/times";

let deployment: InProcess;
const sha256 = "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d";
let job: Runner;
let sandboxId: string;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  // Its clock never goes back, so each test has its own.
  deployment = inProcess();
  job = await callbackOf(deployment);
  const api = client(deployment, (await createProject(deployment)).apiKey);
  sandboxId = await createSandbox(job, { runId: (await startRun(api)).id });
});
afterEach(() => void vi.useRealTimers());

const begin = async (name: string, size = 1): Promise<string> =>
  (await job.call("artifact.begin", { sandboxId, name, mediaType: "text/plain", size, sha256 })).artifactId;
const upload = () => deployment.upload("", new Uint8Array(1));
const finish = (artifactId: string, storageId: string) => job.call("artifact.finish", { artifactId, storageId });
const sweep = () => deployment.mutation(internal.artifacts.scheduled.sweep, {});
const laterBy = (ms: number) => vi.setSystemTime(Date.now() + ms);
const isStored = (id: string) =>
  deployment.run(async (ctx) => (await ctx.db.system.get("_storage", id as Id<"_storage">)) !== null);
const totals = async () => (await deployment.documents())["artifactTotals"]?.at(-1);

it("gives up what nobody has finished within two hours, with what it has reserved, and keeps what is finished", async () => {
  const finished = await begin("a");
  const kept = await upload();
  await finish(finished, kept);
  await begin("a", 20_000_000);
  const begun = await begin("b");
  expect(await totals()).toMatchObject({ count: 2, bytes: 20_000_001 });
  laterBy(2 * hourMs - 1000);
  await sweep();
  expect(await totals()).toMatchObject({ count: 2 });
  laterBy(2000);
  await sweep();
  expect(await totals()).toMatchObject({ count: 1, bytes: 1 });
  expect((await job.refused("artifact.finish", { artifactId: begun, storageId: kept }))[0]).toBe(400);
  expect(await isStored(kept)).toBe(true);
});

it("deletes files that no artifact has after two hours, in batches, and looks at each file once", async () => {
  const first = await upload();
  const finished = await begin("a");
  const kept = await upload();
  await finish(finished, kept);
  const others = await Promise.all(Array.from({ length: 120 }, upload));
  laterBy(2 * hourMs - 1000);
  await sweep();
  expect(await isStored(first)).toBe(true);
  laterBy(2000);
  const young = await upload();
  await sweep();
  await deployment.settled();
  expect(await Promise.all([first, ...others].map(isStored))).not.toContain(true);
  expect([await isStored(kept), await isStored(young)]).toEqual([true, true]);
  laterBy(2 * hourMs + 1000);
  await sweep();
  expect([await isStored(kept), await isStored(young)]).toEqual([true, false]);
});
