// Pull requests at any other code host, by a command that the operator has chosen.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ended, git, makeWorld, runnerIn, startSteps } from "./fixture";
import type { TestRunner, World } from "./fixture";

let world: World;
let runner: TestRunner;
let script: string;

beforeAll(async () => {
  world = await makeWorld();
  script = path.join(world.folder, "propose.sh");
  runner = runnerIn(world, { pullRequestCommand: [script, "--fill"], passEnv: ["PROPOSER_LOGIN"] });
});
afterAll(async () => {
  await runner?.stop();
  await world?.end();
});

/** Does a run while the command is this script. */
async function proposedBy(body: string) {
  writeFileSync(script, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  runner.events.length = 0;
  const run = await ended(world, await startSteps(world, { instructions: "echo made > made.txt" }));
  expect([run.status, run.error]).toEqual(["completed", null]);
  const said = runner.events.flatMap((event) => (event.kind === "doing" ? [event.what] : [])).join("\n");
  return { run, said };
}

it("gets the branch in variables, and the run gets the address that it prints", async () => {
  const note = path.join(world.folder, "proposed");
  process.env["PROPOSER_LOGIN"] = "login";
  const { run } = await proposedBy(
    `pwd > ${note}; env >> ${note}; echo "$@" >> ${note}; echo https://git.example/x/12`,
  );
  delete process.env["PROPOSER_LOGIN"];
  expect(run).toMatchObject({ prUrl: "https://git.example/x/12", prNumber: 12, prStatus: "open" });
  const seen = readFileSync(note, "utf8").trim().split("\n");
  expect(seen).toEqual(
    expect.arrayContaining([
      `SWITCHYARD_BRANCH=switchyard/run-${run.runNumber}-1`,
      "SWITCHYARD_BASE=main",
      `SWITCHYARD_TITLE=${run.name}`,
      "SWITCHYARD_BODY=Go on.",
      `SWITCHYARD_REPOSITORY=${world.origin}`,
      "PROPOSER_LOGIN=login",
    ]),
  );
  // A worktree has files that an agent has written, so the command does not run there.
  expect([seen[0], seen.at(-1)]).toEqual([runner.folder, "--fill"]);
});

it("ends with what it has started", async () => {
  const { run } = await proposedBy("sleep 300 & echo https://git.example/x/13");
  expect(run.prNumber).toBe(13);
});

it.each([
  ["echo oops >&2; exit 3", "propose.sh ended with 3: oops"],
  ["echo Created:; echo https://git.example/x/12", "must print one address and nothing else"],
  ["echo 'javascript:alert(1)'", "must print one address and nothing else"],
  ["true", "must print one address and nothing else"],
  [`printf 'https://me:%030dsecret@git.example/ %0470d' 0 0 >&2; exit 3`, "ended with 3: "],
  ["echo https://me:secret@git.example/x/12", "has printed an address with a password"],
])("that does %j is a notice, and the branch is the result", async (body, notice) => {
  const { run, said } = await proposedBy(body);
  expect([run.prUrl, said]).toEqual([null, expect.stringContaining(notice)]);
  expect(said).not.toContain("secret");
  expect(git(world.origin, "branch", "--list", `switchyard/run-${run.runNumber}-1`)).not.toBe("");
});

it("that is missing is a notice, too", async () => {
  writeFileSync(script, "");
  rmSync(script);
  const { run } = await proposedBy('rm "$0"; exit 1');
  expect(run.prUrl).toBeNull();
  const next = await ended(world, await startSteps(world, { instructions: "echo made > other.txt" }));
  expect([next.status, next.prUrl]).toEqual(["completed", null]);
  expect(JSON.stringify(runner.events)).toContain("could not be started");
});
