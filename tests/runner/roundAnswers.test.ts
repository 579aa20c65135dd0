// What a round says at the code host: in the threads that it was given, and in the text of the request.
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";
import { requireNoFaults } from "./codeHosts/fakeGithub";
import { connectCodeHost } from "./fakeCodeHost";
import type { FakeCodeHost } from "./fakeCodeHost";
import { detail, ended, git, makeWorld, runnerIn } from "./fixture";
import type { TestRunner, World } from "./fixture";

let world: World;
let runner: TestRunner;
let host: FakeCodeHost;

beforeAll(async () => {
  world = await makeWorld();
  host = await connectCodeHost(world, "github_pat_0123456789");
  host.github.permissions = { ada: "write" };
  runner = runnerIn(world);
});
afterEach(() => {
  host.github.threads = [];
  requireNoFaults(host.github);
});
afterAll(async () => {
  await runner?.stop();
  host?.close();
  await world?.end();
});

interface Planned {
  instructions: string;
  gate?: object;
}

async function proposed(maxIterations: number, ...steps: Planned[]) {
  const named = steps.map((step, index) => Object.assign({ role: "designer", name: `Part ${index + 1}` }, step));
  const workflowId = await createWorkflow(world.api, { steps: named });
  const more = { prompt: "Do it.", gitRepoUrl: host.repository, maxIterations };
  const run = await ended(world, (await startRun(world.api, { workflowId, ...more })).id);
  expect([run.status, run.error]).toEqual(["completed", null]);
  return run;
}

const thread = (id: number, login: string) => {
  const hunk = "@@ -0,0 +1,2 @@\n+line\n+other line";
  return {
    path: "work",
    line: 2,
    startLine: 1,
    hunk,
    isResolved: false,
    comments: [{ id, login, body: `Why ${id}?` }],
  };
};
const author = (login: string, canWrite = true) => ({ login, canWrite, isBot: false });

/** Continues the run with threads of these people, and returns what was answered in each. */
async function answered(runId: string, ...logins: string[]) {
  host.github.threads = logins.map((login, index) => thread(index + 31, login));
  const items = host.github.threads.map(({ comments: [first] }) => ({
    key: `thread:${first?.id}`,
    kind: "comment",
    title: `Comment \`by\` ${first?.login} <!-- @all -->`,
    text: first?.body,
    path: "work",
    line: 2,
    author: author(first?.login ?? "", first?.login === "ada"),
  }));
  await world.job.call("run.reportFeedback", { runId, items });
  const feedback = await dataOf(world.api.get(`/runs/feedback?id=${runId}&status=open`));
  const feedbackIds = feedback.map(({ id }: { id: string }) => id).toReversed();
  await dataOf(world.api.post("/runs/continue", { runId, feedbackIds }));
  await expect
    .poll(async () => (await detail(world, runId)).status, { timeout: 60_000 })
    .toMatch(/^(completed|failed)$/);
  const threads = host.github.threads.map(({ comments }) =>
    comments.slice(1).map(({ body }) => body.split("\n\n<!--")[0]),
  );
  return threads.map((said) => said.join("\n---\n"));
}

const bodyOf = ({ prNumber }: { prNumber: number }) => host.pulls.get(prNumber)?.body ?? "";
const isRound = `grep -q '^# What is asked now$' <<PROMPT_END
$PROMPT
PROMPT_END
`;
const tipOf = (branch: string) => git(world.origin, "rev-parse", branch);

it("names the commit for what was done, and the reason for what was not", async () => {
  const declines = `echo '{"2":"It is needed. \\u0060\\u0060\\u0060 @ada"}' > .switchyard/undone.json`;
  const run = await proposed(1, { instructions: `echo line >> work\nif ${isRound}then ${declines}; fi` });
  const said = await answered(run.id, "ada", "ada", "mallory");
  const tip = tipOf(run.resultBranch);
  expect(said).toEqual([
    `Done in ${tip}.`,
    `Not done in the round that ended in ${tip}. The agent gives this reason:\n\n\`\`\`\`\nIt is needed. \`\`\` @ada\n\`\`\`\``,
    `Not done: the round that ended in ${tip} was given this as information only.`,
  ]);
  const asked = runner.agent.tasks.at(-1)?.prompt;
  expect(asked).toContain("write why into the file .switchyard/undone.json, by its number");
  expect(asked).toContain("It is about lines 1 to 2. This is the end of the diff that it was said about:\n\n```\n@@");
  expect(bodyOf(run)).toContain(
    "What was asked:\n\n- comment: `Comment by ada <!-- @all -->`\n- comment: `Comment by ada <!-- @all -->`\n- 1 further item\n",
  );
  expect(bodyOf(run)).not.toContain("mallory");
});

it("says that nothing was changed", async () => {
  const run = await proposed(1, { instructions: "test -f work || echo line > work" });
  expect(await answered(run.id, "ada")).toEqual([
    `Not done: the round that ended in ${tipOf(run.resultBranch)} has changed no files.`,
  ]);
});

/** Passes in the run, and in a round from its second iteration on. */
const gate = { kind: "command", command: ["sh", "-c", 'test "$(cat work | wc -l)" -ge "$(cat wanted)"'] };

it("shows the proof of the newest iteration, also in the first text", async () => {
  const instructions = `echo line >> work; test -f wanted || echo 1 > wanted; if ${isRound}then echo 3 > wanted; fi`;
  const run = await proposed(3, { instructions, gate });
  const command = '`sh -c test "$(cat work | wc -l)" -ge "$(cat wanted)"`';
  const proof = (commit: string) => `- \`Part 1\`, the command ${command}: passed, exit code 0, on ${commit}\n`;
  const first = tipOf(run.resultBranch);
  expect(bodyOf(run)).toContain(`What its gates have shown:\n\n${proof(first)}`);
  expect(await answered(run.id, "ada")).toEqual([`Done in ${tipOf(run.resultBranch)}.`]);
  expect((await detail(world, run.id)).steps).toHaveLength(3);
  expect(bodyOf(run)).toContain(proof(tipOf(run.resultBranch)));
  expect(bodyOf(run)).not.toContain(first);
});

it("says that the gates have not passed when the round ends without its proof", async () => {
  const instructions = `echo line >> work; test -f wanted || echo 1 > wanted; if ${isRound}then echo 9 > wanted; fi`;
  const run = await proposed(1, { instructions, gate });
  const said = await answered(run.id, "ada");
  const tip = tipOf(run.resultBranch);
  expect(await detail(world, run.id)).toMatchObject({ status: "failed", failureReason: "gate" });
  expect(said).toEqual([`Not done yet: the gates of the run have not passed on ${tip}.`]);
  expect(bodyOf(run)).toContain("was about 1 comment. Its gates have not passed.");
  expect(bodyOf(run)).toContain(`not passed, exit code 1, on ${tip}`);
});

it("says that the round has failed when its agent fails, once, and not why", async () => {
  const instructions = `echo line >> work; if ${isRound}then echo 'the secret of the machine' >&2; exit 3; fi`;
  const run = await proposed(1, { instructions });
  const said = await answered(run.id, "ada");
  expect(await detail(world, run.id)).toMatchObject({ status: "failed", failureReason: "job_failed" });
  expect(said).toEqual(["Not done: the round has failed, and its run says why."]);
  expect(bodyOf(run)).toContain("has had 1 further round. The last one was about 1 comment, and has failed.");
  expect(bodyOf(run)).not.toContain("secret");
});
