import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { client, createProject, createSandbox, dataOf, refusalOf, runner, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/);

describeEverywhere((deployment) => {
  const job = runner(deployment);
  let api: Client;
  let runId: string;
  let sandboxId: string;
  beforeAll(async () => {
    api = client(deployment, (await createProject(deployment)).apiKey);
  });
  beforeEach(async () => {
    runId = (await startRun(api)).id;
    sandboxId = await createSandbox(job, { runId });
  });

  const page = async (query = "") => (await api.get(`/sandboxes/messages?id=${sandboxId}${query}`)).body;
  const transcript = async (after?: string) =>
    await job.call("message.listBySandbox", { sandboxId, ...(after === undefined ? {} : { after }) });
  const contents = (messages: { content: string }[]) => messages.map(({ content }) => content);
  const hasAssistantMessages = async () => await job.call("sandbox.hasAssistantMessages", { sandboxId });
  const events = async (wanted = "message") =>
    (await dataOf(api.get(`/runs/events?id=${runId}`)))
      .filter(({ type }: { type: string }) => type === wanted)
      .map(({ data }: { data: object }) => data);
  const store = (content: string, changes: object = {}) =>
    job.call("message.store", { sandboxId, role: "user", content, timestamp: 0, ...changes });
  const begin = (messageId: string, sandbox = sandboxId) =>
    job.call("message.streamCreate", { sandboxId: sandbox, messageId });
  const append = (messageId: string, chunk: string, more: object = {}) =>
    job.call("message.streamAppend", { messageId, chunk, ...more });
  const finish = (messageId: string, finalContent: string, more: object = {}) =>
    job.call("message.streamFinalize", { messageId, finalContent, ...more });

  describe("message.store", () => {
    it("stores a message, which REST and the run's log show", async () => {
      const made = await store(" Hello\n", { role: "system", timestamp: 1_700_000_000_123 });
      expect(made).toEqual({ id: expect.stringMatching(/^msg_/), status: "complete" });
      expect((await page()).data).toEqual([
        {
          id: made.id,
          _id: made.id,
          sandboxId,
          messageId: null,
          role: "system",
          kind: "text",
          title: null,
          data: null,
          status: "complete",
          content: " Hello\n",
          timestamp: "2023-11-14T22:13:20.123Z",
          createdAt: iso,
          completedAt: iso,
        },
      ]);
      expect(await events()).toEqual([{ sandboxId, messageId: made.id, role: "system", status: "complete" }]);
    });

    it("accepts the time as epoch milliseconds or ISO", async () => {
      await store("a", { timestamp: 1000 });
      await store("b", { timestamp: "1970-01-01T01:00:02.500+01:00" });
      const times = (await transcript()).map(({ timestamp }: { timestamp: string }) => timestamp);
      expect(times).toEqual(["1970-01-01T00:00:01.000Z", "1970-01-01T00:00:02.500Z"]);
    });

    it("only the first message of an assistant marks the sandbox", async () => {
      for (const role of ["user", "system", "tool"]) await store("x", { role });
      expect(await hasAssistantMessages()).toBe(false);
      await store("x", { role: "assistant" });
      expect(await hasAssistantMessages()).toBe(true);
    });

    it.each([
      ["role", { role: "boss" }],
      ["content", { content: "" }],
      ["content", { content: "é".repeat(450_001) }],
      ["timestamp", { timestamp: "yesterday" }],
      ["timestamp", { timestamp: 0.5 }],
      ["timestamp", { timestamp: null }],
      ["sb_x", { sandboxId: "sb_x" }],
    ])("400 naming %s", async (name, changes) => {
      const call = { sandboxId, role: "user", content: "x", timestamp: 0, ...changes };
      expect(await job.refused("message.store", call)).toEqual([400, expect.stringContaining(name)]);
      expect((await page()).data).toEqual([]);
    });
  });

  describe("lists", () => {
    it("REST is oldest first and pages; the transcript is sorted by timestamp and can begin after a message", async () => {
      for (const [content, timestamp] of [
        ["a", 3],
        ["b", 1],
        ["c", 2],
        ["d", 1],
      ] as const) {
        await store(content, { timestamp });
      }
      expect(contents((await page()).data)).toEqual(["a", "b", "c", "d"]);
      const first = await page("&limit=3");
      expect(first.hasMore).toBe(true);
      expect(contents((await page(`&limit=3&cursor=${first.nextCursor}`)).data)).toEqual(["d"]);
      const all = await transcript();
      expect(contents(all)).toEqual(["b", "d", "c", "a"]);
      expect(all[0]).toEqual(first.data[1]);
      expect(contents(await transcript(all[0].id))).toEqual(["d", "c", "a"]);
      expect(contents(await transcript(all[2].id))).toEqual(["a"]);
      expect(await transcript(all[3].id)).toEqual([]);
    });

    it("a page and a part of the transcript are shorter when messages are long", async () => {
      for (let index = 0; index < 6; index += 1) await store(`${index}${"x".repeat(890_000)}`, { timestamp: index });
      const sizes: number[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const { data, nextCursor } = await page(cursor === "" ? "" : `&cursor=${cursor}`);
        sizes.push(data.length);
        cursor = nextCursor;
      }
      expect(sizes).toEqual([2, 2, 2]);
      const first = await transcript();
      const rest = await transcript(first.at(-1).id);
      const begins = contents([...first, ...rest]).map((content) => content[0]);
      expect([first.length, begins.join("")]).toEqual([3, "012345"]);
    });

    it("is listed from the message after one that the client has, also the messages that come later", async () => {
      for (const content of ["a", "b", "c"]) await store(content);
      const [first, , last] = (await page()).data;
      const further = await page(`&after=${first.id}&limit=1`);
      expect([contents(further.data), further.hasMore]).toEqual([["b"], true]);
      const rest = await page(`&after=${first.id}&limit=1&cursor=${further.nextCursor}`);
      expect([contents(rest.data), rest.nextCursor]).toEqual([["c"], null]);
      expect((await page(`&after=${last.id}`)).data).toEqual([]);
      await store("d");
      expect(contents((await page(`&after=${last.id}`)).data)).toEqual(["d"]);
    });

    it("shows a message by its id, with its text so far while it streams", async () => {
      const { id } = await job.call("message.streamCreate", { sandboxId, messageId: "m-1" });
      const one = () => dataOf(api.get(`/sandboxes/message?id=${id}`));
      expect(await one()).toMatchObject({ id, sandboxId, status: "streaming", content: "" });
      for (const chunk of ["Go", "od"]) await job.call("message.streamAppend", { sandboxId, messageId: "m-1", chunk });
      expect(await one()).toMatchObject({ status: "streaming", content: "Good" });
      await job.call("message.streamFinalize", { sandboxId, messageId: "m-1", finalContent: "Good." });
      expect(await one()).toEqual((await page()).data[0]);
    });

    it("shows no message of another project, of a sandbox in the trash, or with an unknown id", async () => {
      await store("a");
      const [{ id }] = (await page()).data;
      const stranger = client(deployment, (await createProject(deployment)).apiKey);
      expect(await refusalOf(stranger.get(`/sandboxes/message?id=${id}`))).toEqual([403, "FORBIDDEN"]);
      expect(await refusalOf(api.get("/sandboxes/message?id=msg_x"))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(api.get("/sandboxes/message"))).toEqual([400, "VALIDATION", "id"]);
      await dataOf(api.post("/sandboxes/delete", { id: sandboxId }));
      expect(await refusalOf(api.get(`/sandboxes/message?id=${id}`))).toEqual([404, "NOT_FOUND"]);
    });

    it("refuses limits out of bounds, cursors and messages of another sandbox, and an unknown message", async () => {
      for (const content of ["a", "b"]) await store(content);
      const { nextCursor } = await page("&limit=1");
      const other = await createSandbox(job, { runId });
      const elsewhere = api.get(`/sandboxes/messages?id=${other}&cursor=${nextCursor}`);
      expect(await refusalOf(elsewhere)).toEqual([400, "VALIDATION", "cursor"]);
      const tooMany = api.get(`/sandboxes/messages?id=${other}&limit=101`);
      expect(await refusalOf(tooMany)).toEqual([400, "VALIDATION", "limit"]);
      const [{ id }] = (await page()).data;
      expect(await refusalOf(api.get(`/sandboxes/messages?id=${other}&after=${id}`))).toEqual([
        400,
        "VALIDATION",
        "after",
      ]);
      expect(await refusalOf(api.get(`/sandboxes/messages?id=${sandboxId}&after=msg_x`))).toEqual([404, "NOT_FOUND"]);
      const refused = await job.refused("message.listBySandbox", { sandboxId, after: "msg_x" });
      expect(refused).toEqual([400, expect.stringContaining("msg_x")]);
    });
  });

  describe("a message that streams", () => {
    it("is shown with its text so far, and then with its final text", async () => {
      const messageId = `m-${sandboxId}`;
      const made = await begin(messageId);
      expect(made).toEqual({ id: expect.stringMatching(/^msg_/), messageId, status: "streaming" });
      expect((await page()).data).toMatchObject([{ messageId, role: "assistant", status: "streaming", content: "" }]);
      expect(await hasAssistantMessages()).toBe(false);
      for (const chunk of ["Hel", "lo ", "wor"]) expect(await append(messageId, chunk)).toEqual(made);
      expect((await page()).data).toMatchObject([{ content: "Hello wor", completedAt: null }]);
      expect(contents(await transcript())).toEqual(["Hello wor"]);
      expect(await hasAssistantMessages()).toBe(true);
      const finished = await finish(messageId, "Hello world.");
      expect(finished).toMatchObject({ id: made.id, status: "complete", content: "Hello world.", completedAt: iso });
      expect((await page()).data).toEqual([finished]);
      const about = { sandboxId, messageId: made.id, role: "assistant" };
      expect(await events()).toEqual([
        { ...about, status: "streaming" },
        { ...about, status: "complete" },
      ]);
    });

    it("beginning it again returns the same message", async () => {
      const made = await begin(`m-${sandboxId}`);
      await append(made.id, "x");
      expect(await begin(`m-${sandboxId}`)).toEqual(made);
      await finish(made.id, "x");
      expect(await begin(`m-${sandboxId}`)).toEqual({ ...made, status: "complete" });
      expect((await page()).data).toHaveLength(1);
      expect(await events()).toHaveLength(2);
    });

    it("an append that is repeated with its seq counts once; gaps do not matter", async () => {
      const { id } = await begin(`m-${sandboxId}`);
      for (const [seq, chunk] of [
        [0, "a"],
        [0, "a"],
        [1, "b"],
        [5, "c"],
        [1, "b"],
        [5, "c"],
        [6, "c"],
      ] as const) {
        await append(id, chunk, { seq });
      }
      await append(id, "d");
      await append(id, "d");
      expect(contents((await page()).data)).toEqual(["abccdd"]);
      const late = await job.refused("message.streamAppend", { messageId: id, chunk: "x", seq: 3 });
      expect(late).toEqual([400, expect.stringContaining("seq")]);
      expect(contents((await page()).data)).toEqual(["abccdd"]);
    });

    it("400 for an append to a finished message; finishing again is possible with the same text only", async () => {
      const { id } = await begin(`m-${sandboxId}`);
      await append(id, "x", { seq: 1 });
      const finished = await finish(id, "Done.");
      for (const seq of [1, 2]) {
        const refused = await job.refused("message.streamAppend", { messageId: id, chunk: "x", seq });
        expect(refused).toEqual([400, expect.stringContaining("finished")]);
      }
      expect(await finish(id, "Done.")).toEqual(finished);
      const other = await job.refused("message.streamFinalize", { messageId: id, finalContent: "Other." });
      expect(other).toEqual([400, expect.stringContaining("finished")]);
      expect((await page()).data).toEqual([finished]);
      expect(await events()).toHaveLength(2);
    });

    it("a message that is finished without text has none", async () => {
      const { id } = await begin(`m-${sandboxId}`);
      expect(await finish(id, "")).toMatchObject({ content: "", status: "complete" });
      expect(await hasAssistantMessages()).toBe(false);
    });

    it("of several messages with one id the streaming one is used; if several stream, the call must name the sandbox", async () => {
      const messageId = `m-${sandboxId}`;
      const other = await createSandbox(job, { runId });
      const first = await begin(messageId);
      await finish(messageId, "First.");
      const second = await begin(messageId, other);
      expect(await append(messageId, "Sec")).toMatchObject({ id: second.id });
      const third = await begin(messageId, await createSandbox(job, { runId }));
      for (const operation of ["Append", "Finalize"] as const) {
        const text = { Append: { chunk: "x" }, Finalize: { finalContent: "x" } }[operation];
        const refused = await job.refused(`message.stream${operation}`, { messageId, ...text });
        expect(refused).toEqual([400, expect.stringContaining("messageId")]);
      }
      expect(await append(messageId, "ond", { sandboxId: other })).toMatchObject({ id: second.id });
      expect(await append(third.id, "Third")).toMatchObject({ id: third.id });
      expect(await finish(messageId, "Second.", { sandboxId: other })).toMatchObject({ id: second.id });
      expect(await finish(messageId, "Third.")).toMatchObject({ id: third.id });
      const elsewhere = { messageId: first.id, sandboxId: other, chunk: "x" };
      expect((await job.refused("message.streamAppend", elsewhere))[0]).toBe(400);
    });

    it.each([
      ["message.streamCreate", { messageId: "" }, "messageId"],
      ["message.streamCreate", { messageId: "x", sandboxId: "sb_x" }, "sb_x"],
      ["message.streamAppend", { chunk: "x" }, "messageId"],
      ["message.streamAppend", { messageId: "nobody's", chunk: "x" }, "message"],
      ["message.streamAppend", { messageId: "x", chunk: "" }, "chunk"],
      ["message.streamAppend", { messageId: "x", chunk: "x", seq: -1 }, "seq"],
      ["message.streamFinalize", { messageId: "x" }, "finalContent"],
      ["message.streamFinalize", { messageId: "x", finalContent: "x".repeat(900_001) }, "finalContent"],
    ])("%s of %j: 400 naming %s", async (operation, args, name) => {
      const call = operation === "message.streamCreate" ? { sandboxId, ...args } : args;
      expect(await job.refused(operation, call)).toEqual([400, expect.stringContaining(name)]);
    });

    it("takes texts of 900,000 bytes, and no longer ones", async () => {
      const whole = { sandboxId, role: "assistant", timestamp: Date.now() };
      const fits = "ä".repeat(450_000);
      await job.call("message.store", { ...whole, content: fits });
      const refused = await job.refused("message.store", { ...whole, content: `${fits}x` });
      expect(refused).toEqual([400, expect.stringContaining("content must have at most 900000 bytes")]);
      const { messageId } = await begin(`long-${sandboxId}`);
      await finish(messageId, fits);
      const stored = await dataOf(api.get(`/sandboxes/messages?id=${sandboxId}`));
      expect(stored.map(({ content }: { content: string }) => content === fits)).toEqual([true, true]);
    });

    it("400 for a message of a sandbox in the trash", async () => {
      const { id } = await begin(`m-${sandboxId}`);
      await dataOf(api.post("/sandboxes/delete", { id: sandboxId }));
      expect((await job.refused("message.streamAppend", { messageId: id, chunk: "x" }))[0]).toBe(400);
      expect((await job.refused("message.streamFinalize", { messageId: id, finalContent: "x" }))[0]).toBe(400);
      expect((await job.refused("message.listBySandbox", { sandboxId }))[0]).toBe(400);
    });
  });

  describe("the kind of a message", () => {
    const call = { tool: "grep", args: { pattern: "TODO", lines: [1, 2] }, ok: true };

    it.each(["text", "thought", "tool", "plan", "notice"])("a stored message can be a %s", async (kind) => {
      const { id } = await store("It says", { role: "tool", kind, title: " Looks up ", data: call });
      const shown = { id, role: "tool", kind, title: "Looks up", data: call, content: "It says" };
      expect((await page()).data).toMatchObject([shown]);
      expect(await transcript()).toEqual((await page()).data);
      const about = { sandboxId, messageId: id, role: "tool", status: "complete" };
      expect(await events()).toEqual([kind === "text" ? about : { ...about, kind }]);
    });

    it("a message that streams has its kind, title and data from its beginning", async () => {
      const { id } = await job.call("message.streamCreate", {
        sandboxId,
        messageId: `m-${sandboxId}`,
        kind: "tool",
        title: "Looks up",
        data: { tool: "grep" },
      });
      expect((await page()).data).toMatchObject([{ id, kind: "tool", title: "Looks up", data: { tool: "grep" } }]);
      const finished = await finish(id, "Nothing.");
      expect(finished).toMatchObject({ kind: "tool", title: "Looks up", data: { tool: "grep" }, content: "Nothing." });
      expect(await events()).toMatchObject([
        { status: "streaming", kind: "tool" },
        { status: "complete", kind: "tool" },
      ]);
    });

    it("the end of a stream replaces what it names, and null removes it", async () => {
      const { id } = await job.call("message.streamCreate", {
        sandboxId,
        messageId: `m-${sandboxId}`,
        kind: "thought",
        title: "Thinks",
        data: { is: "open" },
      });
      const end = { kind: "plan", title: null, data: { is: "settled" } };
      const finished = await finish(id, "So.", end);
      expect(finished).toMatchObject({ kind: "plan", title: null, data: { is: "settled" } });
      expect(await finish(id, "So.", end)).toEqual(finished);
      expect(await finish(id, "So.")).toEqual(finished);
      for (const other of [{ kind: "text" }, { kind: null }, { title: "Other" }, { data: { is: "open" } }]) {
        const refused = await job.refused("message.streamFinalize", { messageId: id, finalContent: "So.", ...other });
        expect(refused).toEqual([400, expect.stringContaining(Object.keys(other).join())]);
      }
      expect((await page()).data).toEqual([finished]);
    });

    it("a part of the transcript is shorter when messages have much data", async () => {
      const data = { log: "x".repeat(16_384 - '{"log":""}'.length) };
      for (let index = 0; index < 190; index++) {
        await store("x", { kind: "tool", title: "t".repeat(200), data, timestamp: index });
      }
      const first = await transcript();
      expect(first.length).toBeLessThan(190);
      expect(first.at(-1)).toMatchObject({ title: "t".repeat(200), data });
      expect(first.length + (await transcript(first.at(-1).id)).length).toBe(190);
    });

    it.each([
      ["kind", { kind: "joke" }],
      ["title", { kind: "tool", title: "t".repeat(201) }],
      ["title", { title: " " }],
      ["data", { data: [1] }],
      ["data", { data: "text" }],
      ["data", { data: { log: "é".repeat(8188) } }],
      ["data", { data: { $ref: 1 } }],
    ])("400 naming %s for %j", async (name, changes) => {
      const stored = { sandboxId, role: "user", content: "x", timestamp: 0, ...changes };
      expect(await job.refused("message.store", stored)).toEqual([400, expect.stringContaining(name)]);
      const begun = { sandboxId, messageId: "m", ...changes };
      expect(await job.refused("message.streamCreate", begun)).toEqual([400, expect.stringContaining(name)]);
      const ended = { sandboxId, messageId: "m", finalContent: "x", ...changes };
      expect(await job.refused("message.streamFinalize", ended)).toEqual([400, expect.stringContaining(name)]);
      expect((await page()).data).toEqual([]);
    });

    it("a message that was written before there were kinds is a text", async () => {
      const { id } = await store("Old.", { kind: null, title: null, data: null });
      expect((await page()).data).toMatchObject([{ id, kind: "text", title: null, data: null }]);
    });
  });

  describe("POST /api/v1/sandboxes/send-message", () => {
    /** Claims the message job of this sandbox. Jobs of other tests may wait too. */
    async function claimedMessage() {
      for (;;) {
        const claimed = await job.call("job.claim", { runnerId: "tests", kinds: ["sandbox.message"] });
        if (claimed === null || claimed.sandboxId === sandboxId) return claimed;
      }
    }

    it("200 with the message, which the runner receives as a job", async () => {
      const message = await dataOf(api.post("/sandboxes/send-message", { sandboxId, content: "Go on." }));
      expect(message).toEqual({
        id: expect.stringMatching(/^msg_/),
        _id: message.id,
        sandboxId,
        messageId: null,
        role: "user",
        kind: "text",
        title: null,
        data: null,
        status: "complete",
        content: "Go on.",
        timestamp: iso,
        createdAt: iso,
        completedAt: iso,
      });
      expect((await page()).data).toEqual([message]);
      expect(await claimedMessage()).toMatchObject({ kind: "sandbox.message", sandboxId, messageId: message.id });
      expect(await events()).toHaveLength(1);
    });

    it("is in the run's log as message.sent, and other messages are not", async () => {
      await store("Said by the runner.");
      expect(await events("message.sent")).toEqual([]);
      const { id: messageId } = await dataOf(api.post("/sandboxes/send-message", { sandboxId, content: "Go on." }));
      expect(await events("message.sent")).toMatchObject([{ sandboxId, messageId }]);
      expect((await events()).at(-1)).toEqual({ sandboxId, messageId, role: "user", status: "complete" });
    });

    it("is in no log when the sandbox serves no run", async () => {
      const { id: issueSessionId } = await dataOf(api.post("/issue-sessions/start", { prompt: "Look." }));
      const apart = await createSandbox(job, { issueSessionId });
      expect((await api.post("/sandboxes/send-message", { sandboxId: apart, content: "Go on." })).status).toBe(200);
      expect(await events("message.sent")).toEqual([]);
    });

    it.each(["provisioning", "stopped", "killed", "failed"])("409 CONFLICT while it is %s", async (status) => {
      await job.call("sandbox.updateStatus", { sandboxId, status });
      const { body } = await api.post("/sandboxes/send-message", { sandboxId, content: "x" });
      expect(body.error).toMatchObject({ code: "CONFLICT", message: expect.stringContaining(status) });
      expect((await page()).data).toEqual([]);
      expect(await claimedMessage()).toBeNull();
    });

    it("409 CONFLICT while a hundred wait, which are then handed out", async () => {
      const send = () => api.post("/sandboxes/send-message", { sandboxId, content: "Go on." });
      for (let sent = 0; sent < 100; sent++) await dataOf(send());
      expect(await refusalOf(send())).toEqual([409, "CONFLICT"]);
      expect(await claimedMessage()).not.toBeNull();
      expect((await send()).status).toBe(200);
    });

    it.each([
      ["sandboxId", { content: "x" }],
      ["content", {}],
      ["content", { content: "" }],
      ["content", { content: "x".repeat(100_001) }],
      ["role", { content: "x", role: "system" }],
    ])("400 VALIDATION naming %s", async (field, body) => {
      const named = field === "sandboxId" ? body : { sandboxId, ...body };
      expect(await refusalOf(api.post("/sandboxes/send-message", named))).toEqual([400, "VALIDATION", field]);
    });
  });
});

describe("the bounds of a stream", () => {
  const deployment = inProcess();
  const job = runner(deployment);

  it("400 for more appends or bytes than a stream may have; it can still be finished, and its chunks are deleted", async () => {
    const api = client(deployment, (await createProject(deployment)).apiKey);
    const sandboxId = await createSandbox(job, { runId: (await startRun(api)).id });
    const many = await job.call("message.streamCreate", { sandboxId, messageId: "many" });
    await deployment.run(async (ctx) => {
      const [message] = await ctx.db.query("messages").take(1);
      const last = { messageId: message!._id, number: 9999, text: "x", bytes: 9999 };
      await ctx.db.insert("messageChunks", last);
    });
    const appendTo = (messageId: string, chunk: string) => ({ messageId, chunk });
    await job.call("message.streamAppend", appendTo(many.id, "x"));
    expect((await job.refused("message.streamAppend", appendTo(many.id, "x")))[0]).toBe(400);
    const long = await job.call("message.streamCreate", { sandboxId, messageId: "long" });
    await job.call("message.streamAppend", appendTo(long.id, "x".repeat(800_000)));
    const refused = await job.refused("message.streamAppend", appendTo(long.id, "x".repeat(100_000)));
    expect(refused).toEqual([400, expect.stringContaining("chunk")]);
    for (const { id } of [many, long]) {
      await job.call("message.streamFinalize", { messageId: id, finalContent: "All of it." });
    }
    await deployment.settled();
    const { messages = [], messageChunks } = await deployment.documents();
    expect(messages).toMatchObject([{ content: "All of it." }, { content: "All of it." }]);
    expect(messageChunks).toEqual([]);
  });
});
