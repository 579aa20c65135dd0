// Artifacts of steps: what matches the patterns is uploaded, whatever an agent has left there, and no run fails for it.
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";
import { ended, makeWorld, runnerIn } from "./fixture";
import type { TestRunner, World } from "./fixture";

let world: World;
let runner: TestRunner;

beforeAll(async () => {
  world = await makeWorld();
  runner = runnerIn(world);
});
afterAll(async () => {
  await runner?.stop();
  await world?.end();
});

async function runOf(instructions: string, artifacts: string[], more: object = {}) {
  const steps = [{ role: "designer", name: "Build", instructions, artifacts, ...more }];
  const workflowId = await createWorkflow(world.api, { steps });
  const run = await startRun(world.api, { workflowId, prompt: "Do it.", gitRepoUrl: world.origin });
  return await ended(world, run.id);
}

const artifactsOf = async (runId: string): Promise<{ id: string; name: string }[]> =>
  (await dataOf(world.api.get(`/runs/artifacts?id=${runId}`))).toSorted((a: { name: string }, b: { name: string }) =>
    a.name < b.name ? -1 : 1,
  );
const said = () => runner.events.flatMap((event) => (event.kind === "doing" ? [event.what] : []));

it("uploads the files that match, also ignored ones, with their types, and of the step that made them", async () => {
  const script =
    "echo shots > .gitignore; mkdir -p shots/a src; echo png > shots/a/home.png; echo '<p>' > shots/r.html; " +
    "echo no > src/other.png; echo '{}' > report.json; : > shots/empty.png";
  const run = await runOf(script, ["shots/**/*.png", "shots/*.html", "./report.json"]);
  expect([run.status, run.error]).toEqual(["completed", null]);
  const [step] = run.steps;
  const found = await artifactsOf(run.id);
  expect(found).toMatchObject([
    { name: "report.json", mediaType: "application/json", size: 3, stepId: step.id, sandboxId: step.sandboxId },
    { name: "shots/a/home.png", mediaType: "image/png", size: 4 },
    { name: "shots/r.html", mediaType: "text/html", size: 4 },
  ]);
});

it("follows no links, and leaves pipes and what is too large alone, which it says", async () => {
  const script =
    "mkdir out; echo fine > out/fine.txt; ln -s /etc/passwd out/link.txt; ln -s /etc linked; mkfifo out/pipe.txt; " +
    "head -c 20000001 /dev/zero > out/large.txt; echo out > .gitignore; echo linked >> .gitignore; ln -s . out/loop; " +
    "printf x > \"$(printf 'out/b\\nad.txt')\"";
  const run = await runOf(script, ["out/**", "linked/*", ".git/**"]);
  expect([run.status, run.error]).toEqual(["completed", null]);
  expect((await artifactsOf(run.id)).map(({ name }) => name)).toEqual(["out/fine.txt"]);
  expect(said()).toContain("does not upload the artifact out/large.txt: it is larger than 20 MB");
  expect(said()).toContainEqual(expect.stringMatching(/^does not upload the artifact out\/b\nad.txt: .*control/));
});

it("uploads at most 200 files, and those of a step that has failed", async () => {
  const script = "mkdir out; for at in $(seq 201); do echo $at > out/$at.txt; done; exit 1";
  const run = await runOf(script, ["out/*"]);
  expect(run.status).toBe("failed");
  expect((await dataOf(world.api.get(`/runs/proof?id=${run.id}`))).artifacts).toHaveLength(200);
  expect(said()).toContainEqual(expect.stringContaining("uploads only 200 artifacts"));
});
