import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Following } from "../../convex/messages/dashboard";
import { createSandbox, runner, startRun } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { allOf, restList, restOf } from "./lists";
import { refusal, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const job = runner(deployment);
const { list, follow } = api.messages.dashboard;

let projectId: string;
let member: Person;
let rest: Awaited<ReturnType<typeof restOf>>;
let sandboxId: string;

beforeEach(async () => {
  const project = await staffedProject(deployment);
  projectId = project.projectId;
  member = project.people.member;
  rest = await restOf(deployment, projectId);
  sandboxId = await createSandbox(job, { runId: (await startRun(rest)).id });
});

const transcript = (order?: "newestFirst") =>
  allOf((paginationOpts) =>
    member.query(list, { projectId, paginationOpts, sandboxId, ...(order === undefined ? {} : { order }) }),
  );

it("a transcript is in the order in which it was written, or the other way round, as REST shows it", async () => {
  for (const content of ["one", "two", "three"]) {
    await job.call("message.store", { sandboxId, role: "assistant", content, timestamp: 0 });
  }
  const shown = await transcript();
  expect(shown.map(({ content }) => content)).toEqual(["one", "two", "three"]);
  expect(shown).toEqual(await restList(rest, `/sandboxes/messages?id=${sandboxId}&limit=100`));
  expect(await transcript("newestFirst")).toEqual(shown.toReversed());
});

it("shows the kind, title and data of a message, also while it streams and in what follows it", async () => {
  const about = { kind: "tool", title: "Looks up", data: { tool: "grep" } };
  const { id } = await job.call("message.streamCreate", { sandboxId, messageId: "call", ...about });
  expect(await transcript()).toMatchObject([{ id, status: "streaming", ...about }]);
  await job.call("message.streamFinalize", { messageId: id, finalContent: "3 lines", data: { found: 3 } });
  const message = { id, content: "3 lines", ...about, data: { found: 3 } };
  expect(await transcript()).toMatchObject([message]);
  expect(await member.query(follow, { projectId, id, after: 0 })).toMatchObject({ status: "complete", message });
});

describe("a message that streams", () => {
  let id: string;
  let appended: number;
  beforeEach(async () => {
    id = (await job.call("message.streamCreate", { sandboxId, messageId: "stream" })).id;
    appended = 0;
  });

  async function append(count: number): Promise<void> {
    for (let at = 0; at < count; at++) {
      await job.call("message.streamAppend", { messageId: id, chunk: `${++appended};`, seq: appended });
    }
  }

  /** Inserts chunks directly. Appending so many of them would take long. */
  async function insertChunks(count: number): Promise<void> {
    await deployment.run(async (ctx) => {
      const message = await ctx.db
        .query("messages")
        .withIndex("by_message", (q) => q.eq("messageId", "stream").eq("status", "streaming"))
        .order("desc")
        .first();
      for (let at = 0; at < count; at++) {
        const number = ++appended;
        await ctx.db.insert("messageChunks", {
          messageId: message!._id,
          number,
          seq: number,
          text: `${number};`,
          bytes: number,
        });
      }
    });
  }

  const ask = (after: number) => member.query(follow, { projectId, id, after });
  const numbersOf = (following: Following) =>
    following.status === "streaming" ? following.chunks.map(({ number }) => number) : null;
  const count = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

  it("is in the transcript without its text, and appends do not change the transcript", async () => {
    const before = await transcript();
    expect(before).toMatchObject([{ id, status: "streaming", content: "" }]);
    const { messages } = await deployment.documents();
    await append(3);
    expect(await transcript()).toEqual(before);
    expect((await deployment.documents())["messages"]).toEqual(messages);
  });

  it("can be followed from any chunk on, and repeated appends show nothing twice", async () => {
    expect(await ask(0)).toEqual({ status: "streaming", chunks: [] });
    await append(3);
    await job.call("message.streamAppend", { messageId: id, chunk: "2;", seq: 2 });
    expect(await ask(0)).toEqual({
      status: "streaming",
      chunks: [
        { number: 1, text: "1;" },
        { number: 2, text: "2;" },
        { number: 3, text: "3;" },
      ],
    });
    expect(numbersOf(await ask(2))).toEqual([3]);
    expect(numbersOf(await ask(3))).toEqual([]);
  });

  it("is sent in parts to a late follower, however long it is", async () => {
    await insertChunks(1200);
    const seen: number[] = [];
    for (let parts = 0; parts < 4; parts++) seen.push(...(numbersOf(await ask(seen.at(-1) ?? 0)) ?? []));
    expect(seen).toEqual(count(1, 1200));
  });

  it("accepts ten thousand chunks", async () => {
    await insertChunks(1);
    appended = 9998;
    await insertChunks(1);
    await append(1);
    expect(numbersOf(await ask(9999))).toEqual([10_000]);
    expect((await job.refused("message.streamAppend", { messageId: id, chunk: "x" }))[0]).toBe(400);
  });

  it("is sent as a whole once it is finished, whatever the client has seen", async () => {
    await append(3);
    await job.call("message.streamFinalize", { messageId: id, finalContent: "All of it." });
    const whole = { status: "complete", message: { id, status: "complete", content: "All of it." } };
    for (const after of [0, 2, 3]) expect(await ask(after)).toMatchObject(whole);
    await deployment.settled();
    expect(await ask(3)).toMatchObject(whole);
    expect(await transcript()).toMatchObject([whole.message]);
  });

  it("NOT_FOUND when its sandbox is in the trash", async () => {
    await member.mutation(api.sandboxes.dashboard.remove, { projectId, id: sandboxId });
    expect(await refusal(ask(0))).toMatchObject({ code: "NOT_FOUND" });
  });
});
