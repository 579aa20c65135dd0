// Agents of jobs that are not runs: nobody can be asked there.
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { dataOf } from "../support/fixtures";
import { makeWorld, runnerIn } from "./fixture";
import type { TestRunner, World } from "./fixture";

let world: World;
let runner: TestRunner;

beforeAll(async () => {
  world = await makeWorld();
  const choice = { type: "object", properties: { way: { type: "string", enum: ["left", "right"] } } };
  const turn = [
    { edit: "a.txt", content: "new", asks: true },
    { elicit: { message: "Which way?", requestedSchema: choice } },
    { say: '```json\n{"issues":[]}\n```' },
  ];
  const fake = {
    kind: "acp",
    command: [process.execPath, path.join(rootDirectory, "packages/runner/tests/fakeAgent.mjs")],
    env: { FAKE_AGENT: JSON.stringify([turn]), FAKE_AGENT_STATE: world.folder },
  };
  runner = runnerIn(world, { agents: { fake }, agent: "fake", permissions: "ask" });
});
afterAll(async () => {
  await runner?.stop();
  await world?.end();
});

it("refuses what an agent of an issue session asks, at once, and the messages say so", async () => {
  const { id } = await dataOf(world.api.post("/issue-sessions/start", { prompt: "Look around." }));
  const session = () => dataOf(world.api.get(`/issue-sessions/get?id=${id}`));
  await expect.poll(async () => (await session()).status, { timeout: 15_000 }).toBe("completed");
  const { sandboxId } = await session();
  const { data } = (await world.api.get(`/sandboxes/messages?id=${sandboxId}`)).body;
  const notices = data.filter(({ kind }: { kind: string }) => kind === "notice");
  expect(notices.map(({ title, content }: Record<string, string>) => [title, content])).toEqual([
    ["A permission was refused, because only the agents of runs can ask people", "Edit a.txt"],
    ["A question was dismissed, because only the agents of runs can ask people", "Which way?"],
  ]);
  const seen = readFileSync(path.join(world.folder, "seen.jsonl"), "utf8");
  expect(seen).toContain('{"outcome":{"outcome":"selected","optionId":"no"}}');
  expect(seen).toContain('{"answer":{"action":"decline"}}');
  const { data: questions } = (await world.api.get("/inbox")).body;
  expect(questions).toEqual([]);
});
