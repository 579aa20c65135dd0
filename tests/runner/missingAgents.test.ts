// A runner whose agents are not installed, and agents of its own beside its configuration.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { callbackSecret } from "../support/fixtures";
import { detail, ended, git, makeWorld, runnerIn, startSteps } from "./fixture";
import type { World } from "./fixture";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(async () => await world?.end());

function writeAgent(file: string): void {
  writeFileSync(file, "#!/bin/sh\necho made > made.txt\n");
  chmodSync(file, 0o755);
}

it("a run waits for an agent that is not installed, and is done when it is", async () => {
  const program = path.join(world.folder, "late-agent");
  const agents = { late: { kind: "command", command: [program] } };
  const runner = runnerIn(world, { agents, agent: "late", name: "builder" });
  try {
    await expect.poll(() => runner.events.map(({ kind }) => kind)).toContain("agentMissing");
    const runId = await startSteps(world, { instructions: "" });
    const reason = `builder cannot start the agent late. The program ${program} was not found.`;
    await expect
      .poll(async () => (await detail(world, runId)).waiting, { timeout: 15_000 })
      .toMatchObject({ reason: "provider", text: expect.stringContaining(reason) });
    expect((await detail(world, runId)).steps).toEqual([]);
    writeAgent(program);
    const run = await ended(world, runId);
    expect([run.status, run.error]).toEqual(["completed", null]);
  } finally {
    await runner.stop();
  }
});

interface Started {
  exitCode: number | null;
  errors: string;
  output: string;
}

/** Starts the runner as people do, and waits until it has done what there is. */
async function runOnce(folder: string, configuration: object): Promise<Started> {
  const file = path.join(folder, "runner.json");
  const standard = { url: world.engine.httpUrl, tokenFile: "token", folder: "work", localRepositories: [world.folder] };
  writeFileSync(path.join(folder, "token"), callbackSecret);
  writeFileSync(file, JSON.stringify({ ...standard, ...configuration }));
  const args = ["scripts/run.mjs", "packages/runner/src/main.ts", "--config", file, "--once"];
  const child = spawn(process.execPath, args, { cwd: rootDirectory, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors] = [text(child.stdout), text(child.stderr)];
  const [exitCode] = (await once(child, "exit")) as [number | null];
  return { exitCode, output: await output, errors: await errors };
}

it("a runner that has none of its agents ends with what is missing", async () => {
  const folder = path.join(world.folder, "without");
  mkdirSync(folder);
  const agents = { own: { kind: "command", command: ["./own-agent"] } };
  const { exitCode, output, errors } = await runOnce(folder, { agents });
  expect(exitCode).toBe(2);
  expect(errors).toContain(`own: The program ./own-agent was not found in ${folder}, the folder of the configuration.`);
  // It says so once.
  expect(output).not.toContain("own-agent");
});

it("an agent beside the configuration does a run, in the isolation that the machine has", async () => {
  const folder = path.join(world.folder, "own");
  mkdirSync(folder);
  writeAgent(path.join(folder, "own-agent"));
  const runId = await startSteps(world, { instructions: "" });
  const agents = { own: { kind: "command", command: ["./own-agent"] } };
  expect(await runOnce(folder, { agents })).toMatchObject({ exitCode: 0 });
  const run = await ended(world, runId);
  expect([run.status, run.error]).toEqual(["completed", null]);
  expect(git(world.origin, "show", `switchyard/run-${run.runNumber}-1:made.txt`)).toBe("made");
});
