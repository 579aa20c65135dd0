import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { createSandbox, dataOf, runner, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { allOf, restList, restOf } from "./lists";
import { refusal, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const job = runner(deployment);
const { list, get, files, file, diff, devServer } = api.sandboxes.dashboard;
const writes = api.sandboxes.dashboard;

let projectId: string;
let member: Person;
let rest: Client;
let runId: string;
let id: string;

beforeEach(async () => {
  const project = await staffedProject(deployment);
  projectId = project.projectId;
  member = project.people.member;
  rest = await restOf(deployment, projectId);
  runId = (await startRun(rest)).id;
  id = await createSandbox(job, { runId });
});

it("are listed by run and status, newest first, in pages, as REST does; those in the trash are not", async () => {
  await createSandbox(job, { runId, status: "stopped" });
  await createSandbox(job, { runId: (await startRun(rest)).id });
  const discarded = await createSandbox(job, { runId });
  await member.mutation(writes.remove, { projectId, id: discarded });
  for (const filters of [{}, { status: "running" }, { runId }, { runId, status: "stopped" }] as const) {
    const shown = await allOf((paginationOpts) => member.query(list, { projectId, paginationOpts, ...filters }), 1);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).toEqual(await restList(rest, `/sandboxes/list?${new URLSearchParams(filters).toString()}`));
  }
  expect(await refusal(member.query(get, { projectId, id: discarded }))).toMatchObject({ code: "NOT_FOUND" });
  expect(await member.query(get, { projectId, id })).toEqual(await dataOf(rest.get(`/sandboxes/get?id=${id}`)));
  const counters = await member.query(api.project.dashboard.counters, { projectId });
  expect(counters).toMatchObject({ totalSandboxes: 3, activeSandboxes: 2 });
});

describe("what the runner has reported", () => {
  const named = () => ({ projectId, id });
  const inFolder = (path?: string) =>
    allOf((paginationOpts) =>
      member.query(files, { ...named(), paginationOpts, ...(path === undefined ? {} : { path }) }),
    );

  it("NOT_FOUND before the report", async () => {
    await expect(inFolder()).rejects.toMatchObject({ data: { code: "NOT_FOUND" } });
    for (const ask of [diff, devServer]) {
      expect(await refusal(member.query(ask, named()))).toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("is shown: files by folder in pages, one with its text, the diff and the development server", async () => {
    const reported = ["a.ts", "src/b.ts", "src/lib/c.ts", "z.ts"].map((path) => ({ path, content: path }));
    await job.call("sandbox.reportFiles", { sandboxId: id, files: reported });
    await job.call("sandbox.reportDiff", { sandboxId: id, diff: "+a" });
    await job.call("sandbox.reportDevServer", { sandboxId: id, url: "https://dev.example", status: "running" });
    expect((await inFolder()).map(({ path }) => path)).toEqual(["a.ts", "src", "z.ts"]);
    expect(await inFolder("src")).toEqual(await restList(rest, `/sandboxes/files?id=${id}&path=src`));
    await expect(inFolder("a.ts")).rejects.toMatchObject({ data: { code: "NOT_FOUND" } });
    expect(await member.query(file, { ...named(), path: "src/b.ts" })).toMatchObject({ content: "src/b.ts" });
    expect(await refusal(member.query(file, { ...named(), path: "src" }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await member.query(diff, named())).toMatchObject({ sandboxId: id, diff: "+a" });
    expect(await member.query(devServer, named())).toMatchObject({ url: "https://dev.example", status: "running" });
  });
});

describe("a request to a sandbox", () => {
  it("goes to the runner while the sandbox is running", async () => {
    const said = await member.mutation(writes.sendMessage, { projectId, sandboxId: id, content: "Go on." });
    expect(said).toMatchObject({ role: "user", content: "Go on.", status: "complete" });
    const told = await dataOf(rest.get(`/runs/events?id=${runId}`));
    expect(told.at(-1)).toMatchObject({ type: "message.sent", data: { sandboxId: id, messageId: said.id } });
    const { jobId } = await member.mutation(writes.startDevServer, { projectId, id });
    const kinds = ["sandbox.message", "sandbox.devServer"];
    const claim = () => job.call("job.claim", { runnerId: "tests", kinds });
    expect(await claim()).toMatchObject({ kind: "sandbox.message", messageId: said.id });
    expect(await claim()).toMatchObject({ kind: "sandbox.devServer", id: jobId });
    await job.call("sandbox.updateStatus", { sandboxId: id, status: "stopped" });
    const late = member.mutation(writes.sendMessage, { projectId, sandboxId: id, content: "x" });
    expect(await refusal(late)).toMatchObject({ code: "CONFLICT" });
    // The branch remains, so that a dev server can show it.
    const again = await member.mutation(writes.startDevServer, { projectId, id });
    expect(again.jobId).toEqual(expect.any(String));
    const empty = member.mutation(writes.sendMessage, { projectId, sandboxId: id, content: "" });
    expect(await refusal(empty)).toMatchObject({ code: "VALIDATION", field: "content" });
  });
});
