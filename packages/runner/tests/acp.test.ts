// The adapter for ACP against an agent that does what a script says: each turn becomes an exact sequence of events.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../src/agents/agent";
import { expectWithin } from "../../../tests/support/measuredLimit";
import { AcpSession } from "../src/agents/acp/session";
import {
  cancelled,
  completed,
  failedWith,
  fakeAgent,
  ofKind,
  placeOf,
  plainTask,
  promptsTo,
  read,
  readAfterSession,
  seenBy,
  startFake,
  useWorkplace,
} from "./agentSessions";

const workplace = useWorkplace();

describe("a turn", () => {
  it("is text, and then the end", async () => {
    const session = startFake([{ say: "Hel" }, { say: "lo." }], workplace);
    expect(await read(session)).toEqual([
      { kind: "session", id: expect.stringMatching(/^fake-/) as string, canResume: false },
      { kind: "text", messageId: "text-1", text: "Hel" },
      { kind: "text", messageId: "text-1", text: "lo." },
      completed,
    ]);
  });

  it("keeps the agent's own messages apart, and thoughts from text", async () => {
    const actions = [
      { think: "Hm.", id: "m1" },
      { say: "A", id: "m1" },
      { say: "B", id: "m2" },
      { think: "C" },
      { say: "D" },
    ];
    const events = await readAfterSession(startFake(actions, workplace));
    expect(events.slice(0, -1)).toEqual([
      { kind: "thought", messageId: "thought-m1", text: "Hm." },
      { kind: "text", messageId: "text-m1", text: "A" },
      { kind: "text", messageId: "text-m2", text: "B" },
      { kind: "thought", messageId: "thought-1", text: "C" },
      { kind: "text", messageId: "text-2", text: "D" },
    ]);
  });

  it("shows plans and tool calls as a whole after each change", async () => {
    const call = { toolCallId: "t1", title: "Run tests", kind: "execute", status: "pending" };
    const actions = [
      {
        plan: [
          ["Look", "completed"],
          ["Change", "in_progress"],
          ["Test", "pending"],
        ],
      },
      { tool: { ...call, rawInput: { command: "npm test" }, locations: [{ path: "/a" }] } },
      { toolUpdate: { toolCallId: "t1", content: [{ type: "content", content: { type: "text", text: "ok" } }] } },
      { toolUpdate: { toolCallId: "t1", status: "completed" } },
      { tool: { toolCallId: "t2", title: "Fetch", status: "failed", rawOutput: "x".repeat(5000) } },
    ];
    const data = { kind: "execute", paths: ["/a"], input: { command: "npm test" } };
    expect(await readAfterSession(startFake(actions, workplace))).toEqual([
      {
        kind: "plan",
        entries: [
          { text: "Look", state: "done" },
          { text: "Change", state: "running" },
          { text: "Test", state: "pending" },
        ],
      },
      { kind: "tool", callId: "t1", title: "Run tests", state: "running", data },
      { kind: "tool", callId: "t1", title: "Run tests", state: "running", data: { ...data, output: "ok" } },
      { kind: "tool", callId: "t1", title: "Run tests", state: "done", data: { ...data, output: "ok" } },
      {
        kind: "tool",
        callId: "t2",
        title: "Fetch",
        state: "failed",
        data: { kind: "other", paths: [], output: `${"x".repeat(3000)}…` },
      },
      completed,
    ]);
  });

  it("takes a tool call that begins under the id of one that has ended for another call", async () => {
    const content = [{ type: "content", content: { type: "text", text: "ok" } }];
    const actions = [
      { tool: { toolCallId: "t1", title: "Read", status: "completed", locations: [{ path: "/a" }], content } },
      { toolUpdate: { toolCallId: "t1", title: "Read /a" } },
      { tool: { toolCallId: "t1", title: "Think", status: "pending" } },
    ];
    const events = await readAfterSession(startFake(actions, workplace));
    expect(ofKind(events, "tool").map(({ title, state, data }) => [title, state, data])).toEqual([
      ["Read", "done", { kind: "other", paths: ["/a"], output: "ok" }],
      ["Read /a", "done", { kind: "other", paths: ["/a"], output: "ok" }],
      ["Think", "running", { kind: "other", paths: [] }],
    ]);
  });

  it("reports tokens and the cost that came since the last report", async () => {
    const usage = { totalTokens: 21, inputTokens: 10, outputTokens: 5, cachedReadTokens: 4, cachedWriteTokens: 2 };
    const turns = [
      [{ cost: 0.1 }, { cost: 0.25 }, { stop: "end_turn", usage }],
      [{ cost: 0.3 }, { stop: "max_tokens" }],
    ];
    const session = new AcpSession(fakeAgent(turns, workplace), plainTask, placeOf(workplace));
    expect(session.say("And more.")).toBe(true);
    const tokens = { inputTokens: 12, outputTokens: 5, cachedTokens: 4 };
    const none = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
    expect(await readAfterSession(session)).toEqual([
      { kind: "usage", service: "anthropic", model: "fake-model-1", ...tokens, costUsd: 0.25 },
      { kind: "usage", service: "anthropic", model: "fake-model-1", ...none, costUsd: 0.05 },
      failedWith("The agent has reached its limit of tokens (max_tokens)."),
    ]);
    expect(session.say("Too late.")).toBe(false);
  });

  it("ignores updates that only editors need, and those of a newer protocol", async () => {
    const actions = [
      { update: { sessionUpdate: "available_commands_update", availableCommands: [] } },
      { update: { sessionUpdate: "something_of_tomorrow", content: 5 } },
      { say: "Done." },
    ];
    const events = await readAfterSession(startFake(actions, workplace));
    expect(events).toEqual([{ kind: "text", messageId: "text-1", text: "Done." }, completed]);
  });
});

describe("a permission", () => {
  const edit = { edit: "a.txt", content: "new", asks: true };

  it("to change a file in the worktree is given by the policy, and for this once", async () => {
    const events = await readAfterSession(startFake([edit], workplace));
    expect(events.map(({ kind }) => kind)).toEqual(["tool", "tool", "end"]);
    expect(ofKind(events, "tool").at(-1)).toMatchObject({ title: "Edit a.txt", state: "done" });
    expect(readFileSync(path.join(workplace.worktree, "a.txt"), "utf8")).toBe("new");
    expect(seenBy(workplace)).toContainEqual({ outcome: { outcome: "selected", optionId: "yes" } });
  });

  it.each(["../outside.txt", "/etc/passwd", ".git/hooks/pre-commit"])("for %s is asked of a person", async (file) => {
    const session = startFake([{ ...edit, edit: file }], workplace);
    const events = await readAfterSession(session, (event) => {
      if (event.kind === "permission") session.answer(event.id, "no");
    });
    const [asked] = ofKind(events, "permission");
    expect(asked).toEqual({
      kind: "permission",
      id: expect.stringMatching(/^permission-[0-9a-f]{16}$/) as string,
      title: `Edit ${file}`,
      paths: [path.resolve(workplace.worktree, file)],
      options: [
        { id: "yes-always", name: "Always", allows: true },
        { id: "yes", name: "Yes", allows: true },
        { id: "no", name: "No", allows: false },
      ],
    });
    expect(ofKind(events, "tool").at(-1)).toMatchObject({ state: "failed" });
    expect(seenBy(workplace)).toContainEqual({ outcome: { outcome: "selected", optionId: "no" } });
  });

  it("is asked of a person where the policy is to ask, and given by the answer", async () => {
    const session = startFake([edit], workplace, { permissions: { mode: "ask", alsoAllow: [] } });
    const events = await readAfterSession(session, (event) => {
      if (event.kind === "permission") session.answer(event.id, "yes");
    });
    expect(events.map(({ kind }) => kind)).toEqual(["tool", "permission", "tool", "end"]);
    expect(readFileSync(path.join(workplace.worktree, "a.txt"), "utf8")).toBe("new");
  });

  it("that a person dismisses is refused", async () => {
    const session = startFake([edit], workplace, { permissions: { mode: "ask", alsoAllow: [] } });
    await read(session, (event) => {
      if (event.kind === "permission") session.answer(event.id, null);
    });
    expect(seenBy(workplace)).toContainEqual({ outcome: { outcome: "selected", optionId: "no" } });
  });

  it("is refused where the policy is to deny, with a notice", async () => {
    const events = await readAfterSession(
      startFake([edit], workplace, { permissions: { mode: "deny", alsoAllow: [] } }),
    );
    expect(ofKind(events, "notice")).toEqual([
      { kind: "notice", title: "The policy refused a permission", text: "Edit a.txt" },
    ]);
    expect(seenBy(workplace)).toContainEqual({ outcome: { outcome: "selected", optionId: "no" } });
  });
});

describe("a question", () => {
  const choice = {
    type: "string",
    oneOf: [
      { const: "pg", title: "Postgres" },
      { const: "re", title: "Redis" },
    ],
  };
  const form = { type: "object", properties: { database: choice }, required: ["database"] };
  const ask = { elicit: { message: "Which database?\nBoth are there.", requestedSchema: form } };

  it("with one choice has options, and an answer in the words of the option", async () => {
    const session = startFake([ask], workplace);
    const events = await readAfterSession(session, (event) => {
      if (event.kind === "question") session.answer(event.id, "Redis");
    });
    expect(events).toEqual([
      {
        kind: "question",
        id: expect.stringMatching(/^question-/) as string,
        title: "Which database?",
        text: "Both are there.",
        options: ["Postgres", "Redis"],
        schema: form,
      },
      { kind: "text", messageId: "text-1", text: 'Answer: {"database":"re"}' },
      completed,
    ]);
  });

  it("with several fields takes an object, and null declines", async () => {
    const schema = { type: "object", properties: { name: { type: "string" }, count: { type: "integer" } } };
    const asks = { elicit: { message: "What?", requestedSchema: schema } };
    const session = startFake([asks, asks], workplace);
    const answers: unknown[] = [{ name: "a", count: 2 }, null];
    const events = await readAfterSession(session, (event) => {
      if (event.kind === "question") session.answer(event.id, answers.shift());
    });
    const ids = ofKind(events, "question").map(({ id }) => id);
    expect(ids).toEqual([ids[0], `${ids[0]}-2`]);
    expect(ofKind(events, "text").map(({ text }) => text)).toEqual([
      'Answer: {"name":"a","count":2}',
      'Answer: "decline"',
    ]);
  });

  it("has the same id when the agent asks it again in another session", async () => {
    const ids: string[] = [];
    for (const answer of ["Redis", "Postgres"]) {
      const session = startFake([ask], workplace);
      await read(session, (event) => {
        if (event.kind !== "question") return;
        ids.push(event.id);
        session.answer(event.id, answer);
      });
    }
    expect(ids[0]).toBe(ids[1]);
  });

  it("that the agent withdraws is withdrawn", async () => {
    const events = await readAfterSession(
      startFake([{ elicitAndWithdraw: { message: "Which?", requestedSchema: form } }], workplace),
    );
    const [question] = ofKind(events, "question");
    expect(events.slice(1)).toEqual([{ kind: "withdrawn", id: question?.id }, completed]);
    expect(seenBy(workplace)).toContainEqual({ answer: { action: "cancel" } });
  });
});

describe("a limit", () => {
  const soonS = Math.floor(Date.now() / 1000) + 3600;
  const limit = (data: unknown, code = -32_603) => ({ fail: { code, message: "You have hit your limit.", data } });
  const events = (resetsAtMs: number | null): AgentEvent[] => [
    { kind: "limit", resetsAtMs, reason: "You have hit your limit." },
    failedWith("The provider refuses work: You have hit your limit."),
  ];

  it.each([
    ["told before the error", [{ rejected: soonS }, limit({ errorKind: "rate_limit" })]],
    ["in the error, in seconds", [limit({ errorKind: "rate_limit", resetsAt: soonS })]],
    ["in the error, as text", [limit({ error: { type: "usage_limit_reached", resets_at: new Date(soonS * 1000) } })]],
  ])("has the time of its end that was %s", async (_, actions) => {
    expect(await readAfterSession(startFake(actions, workplace))).toEqual(events(soonS * 1000));
  });

  it.each([
    ["nothing says it", [limit({ errorKind: "rate_limit" })]],
    ["the number of the error is all there is", [limit({}, 429)]],
    ["the time has passed", [limit({ errorKind: "rate_limit", resetsAt: 1_700_000_000 })]],
  ])("has no time where %s", async (_, actions) => {
    expect(await readAfterSession(startFake(actions, workplace))).toEqual(events(null));
  });

  it("other errors are not mistaken for a rate limit", async () => {
    const other = { code: -32_603, message: "Internal error", data: { details: "It broke." } };
    const warned = [{ rejected: soonS }, { fail: other }];
    expect(await readAfterSession(startFake(warned, workplace))).toEqual([
      failedWith("The agent answered with an error: Internal error (It broke.)"),
    ]);
  });
});

describe("the end", () => {
  it("of a turn that a person cancels is a polite one", async () => {
    const session = startFake([{ say: "I begin." }, { cost: 0.5 }, { hang: true }], workplace);
    const events = await readAfterSession(session, ({ kind }) => {
      if (kind === "text") setTimeout(() => void session.cancel(), 50);
    });
    expect(events.map(({ kind }) => kind)).toEqual(["text", "usage", "end"]);
    expect(events.at(-1)).toEqual(cancelled);
  });

  it("comes in bounded time from an agent that ignores everything", async () => {
    const session = startFake([{ say: "I stay." }, { ignoreEverything: true }], workplace);
    const beganAt = Date.now();
    const events = await readAfterSession(session, ({ kind }) => kind === "text" && void session.cancel());
    expect(events.at(-1)).toEqual(cancelled);
    expectWithin(10_000, Date.now() - beganAt, "milliseconds until the agent was stopped");
  });

  it("comes also when nobody reads the events, and a question is open", async () => {
    const question = { elicit: { message: "Which?", requestedSchema: { type: "object", properties: {} } } };
    const session = startFake([question], workplace);
    await session.cancel();
    expect((await read(session)).at(-1)).toEqual(cancelled);
  });

  it("of an agent that crashes has its exit code and its last words", async () => {
    const events = await readAfterSession(
      startFake([{ say: "Oh" }, { crash: 3, error: "\u001B[31mout of memory\u001B[0m\n" }], workplace),
    );
    expect(events).toEqual([
      { kind: "text", messageId: "text-1", text: "Oh" },
      failedWith("The agent ended with exit code 3 before it was done. It wrote last:\nout of memory"),
    ]);
  });

  it("of an agent that is killed names the signal", async () => {
    const events = await readAfterSession(startFake([{ kill: "SIGKILL" }, { hang: true }], workplace));
    expect(events).toEqual([failedWith("The agent was killed by SIGKILL before it was done.")]);
  });

  it.each([
    ["max_turn_requests", "failed", "The agent has reached its limit of requests in one turn (max_turn_requests)."],
    ["refusal", "failed", "The model refuses to do this (refusal)."],
    ["cancelled", "cancelled", "The agent cancelled its turn."],
  ])("for the reason %s is %s", async (stop, outcome, reason) => {
    expect(await readAfterSession(startFake([{ stop }], workplace))).toEqual([
      { kind: "end", outcome, reason, output: null },
    ]);
  });

  it("of an agent that is silent comes after the configured time, but not while a person is asked", async () => {
    const ask = { elicit: { message: "Which?", requestedSchema: { type: "object", properties: {} } } };
    const { bounds } = fakeAgent([], workplace);
    const session = startFake([ask, { hang: true }], workplace, { bounds: { ...bounds, silenceMs: 1500 } });
    const events = await readAfterSession(session, (event) => {
      if (event.kind === "question") setTimeout(() => session.answer(event.id, {}), 2000);
    });
    expect(events.map(({ kind }) => kind)).toEqual(["question", "text", "end"]);
    expect(events.at(-1)).toEqual(failedWith("The agent has written nothing for 1.5 seconds."));
  });

  it("of an agent whose program is missing says how to get it", async () => {
    const session = startFake([], workplace, { command: ["no-such-agent"], install: "Install it with `x`." });
    expect(await read(session)).toEqual([
      failedWith("The program no-such-agent was not found in PATH. Install it with `x`."),
    ]);
  });

  it("of an agent of another protocol says so", async () => {
    const session = new AcpSession(
      fakeAgent([], workplace, { FAKE_AGENT_VERSION: "7" }),
      plainTask,
      placeOf(workplace),
    );
    expect(await read(session)).toEqual([failedWith("The agent speaks version 7 of ACP; the runner needs 1.")]);
  });

  it("of an agent that is not signed in says what to do", async () => {
    const events = await readAfterSession(
      startFake([{ fail: { code: -32_000, message: "Authentication required" } }], workplace),
    );
    expect(events).toEqual([
      failedWith(expect.stringMatching(/^The agent is not signed in with its provider: .* Sign in as the user/)),
    ]);
  });
});

describe("output", () => {
  const outputSchema = { type: "object", properties: { ok: { type: "boolean" } } };
  const start = (turns: Record<string, unknown>[][]) =>
    new AcpSession(fakeAgent(turns, workplace), { ...plainTask, outputSchema }, placeOf(workplace));

  it("is the JSON of the last message", async () => {
    const events = await readAfterSession(
      start([
        [
          { say: '{"ok":false}', id: "1" },
          { say: 'So:\n```json\n{"ok":true}\n```', id: "2" },
        ],
      ]),
    );
    expect(events.at(-1)).toEqual({ kind: "end", outcome: "completed", reason: null, output: { ok: true } });
  });

  it("is asked for once more, and then the step fails", async () => {
    const reminded = await readAfterSession(start([[{ say: "Done." }], [{ say: '```\n{"ok":true}\n```' }]]));
    expect(reminded.at(-1)).toMatchObject({ outcome: "completed", output: { ok: true } });
    const failed = await readAfterSession(start([[{ say: "Done." }], [{ say: "Done!" }]]));
    expect(failed.at(-1)).toEqual(failedWith("The agent ended without the JSON value that the step asks for."));
  });
});

describe("a session", () => {
  it.each(["resume", "load"])(
    "continues by session/%s without repeating what was said, or what was paid",
    async (how) => {
      const turns = [
        [{ cost: 0.5 }, { say: "First." }],
        [{ cost: 0.75 }, { say: "Second." }],
      ];
      const settings = fakeAgent(turns, workplace, { FAKE_AGENT_RESUME: how });
      const [first] = ofKind(await read(new AcpSession(settings, plainTask, placeOf(workplace))), "session");
      expect(first?.canResume).toBe(true);
      const task = { ...plainTask, resume: { sessionId: first?.id ?? "", prompt: "Go on." } };
      const events = await read(new AcpSession(settings, task, placeOf(workplace)));
      expect(events[0]).toEqual(first);
      expect(ofKind(events, "text").map(({ text }) => text)).toEqual(["Second."]);
      expect(promptsTo(workplace)).toEqual([["Do it.", "Go on."]]);
      // An agent that loads a session tells what it has cost so far.
      expect(ofKind(events, "usage").map(({ costUsd }) => costUsd)).toEqual([how === "load" ? 0.25 : 0.75]);
    },
  );

  it("that is gone starts again with the whole task, and a notice says so", async () => {
    const settings = fakeAgent([[{ say: "Hello." }]], workplace, { FAKE_AGENT_RESUME: "resume" });
    const resume = { sessionId: "gone", prompt: "Go on." };
    const events = await read(new AcpSession(settings, { ...plainTask, resume }, placeOf(workplace)));
    expect(events.map(({ kind }) => kind)).toEqual(["notice", "session", "text", "end"]);
    expect(ofKind(events, "notice")[0]?.text).toBe("The agent begins a new one: Resource not found");
    expect(promptsTo(workplace)).toEqual([["Do it."]]);
  });

  it("uses the model of the task, or says which models there are", async () => {
    const start = (model: string, env: Record<string, string>) => {
      const settings = fakeAgent([[{ stop: "end_turn" }]], workplace, env);
      return readAfterSession(new AcpSession(settings, { ...plainTask, model }, placeOf(workplace)));
    };
    const notice = (text: string) => [{ kind: "notice", title: "The model huge cannot be chosen", text }, completed];
    expect(await start("large", { FAKE_AGENT_MODELS: "1" })).toEqual([completed]);
    expect(seenBy(workplace)).toContainEqual({ model: "large" });
    const offered = "The agent works with small. It offers: small, large.";
    expect(await start("huge", { FAKE_AGENT_MODELS: "1" })).toEqual(notice(offered));
    expect(await start("huge", {})).toEqual(notice("The agent chooses its model itself."));
  });

  it("learns the place of its work in a trace with the session and with each prompt, if there is one", async () => {
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
    const start = (env: Record<string, string>) =>
      read(new AcpSession(fakeAgent([[]], workplace), plainTask, { ...placeOf(workplace), env }));
    await start({});
    expect(seenBy(workplace)).toHaveLength(1);
    await start({ TRACEPARENT: traceparent });
    expect(seenBy(workplace).slice(2)).toEqual([{ new: { traceparent } }, { prompt: { traceparent } }]);
  });

  it("thinks as much as the task asks for, as far as the model of the task can", async () => {
    const start = (model: string | null, thinkingEffort: string) => {
      const settings = fakeAgent([[{ stop: "end_turn" }]], workplace, { FAKE_AGENT_MODELS: "1" });
      return readAfterSession(new AcpSession(settings, { ...plainTask, model, thinkingEffort }, placeOf(workplace)));
    };
    expect(await start("large", "high")).toEqual([completed]);
    expect(seenBy(workplace)).toContainEqual({ effort: "high" });
    const notice = (text: string) => ({ kind: "notice", title: expect.any(String) as string, text });
    expect(await start("large", "extreme")).toEqual([
      notice("The agent works with low. It offers: low, high."),
      completed,
    ]);
    expect(await start(null, "high")).toEqual([
      {
        ...notice("The agent chooses its thinking effort itself."),
        title: "The thinking effort high cannot be chosen",
      },
      completed,
    ]);
  });

  it("writes and reads no file through a link that comes after the look at it, and waits for no pipe", async () => {
    const { state } = workplace;
    const secret = path.join(state, "secret");
    const actions = [
      { run: `echo hidden >${secret}; mkfifo pipe; ln -s ${secret} link; mkdir folder; ln -s ${state} folder/link` },
      { read: "pipe" },
      { write: "pipe", content: "x" },
      { read: "link" },
      { write: "link", content: "x" },
      { read: "folder/link/secret" },
      { read: "folder" },
    ];
    await read(startFake(actions, workplace, { offersFiles: true }));
    const [, , ...answers] = seenBy(workplace);
    expect(answers).toHaveLength(6);
    for (const refused of answers) expect(refused).toMatchObject({ error: { code: -32_602 } });
  });

  it("offers files only if configured, and those of the worktree only", async () => {
    const actions = [
      { write: "new/b.txt", content: "b" },
      { read: "new/b.txt" },
      { read: "/etc/passwd" },
      { write: ".git/config", content: "" },
    ];
    await read(startFake(actions, workplace, { offersFiles: true }));
    const [, ...answers] = seenBy(workplace);
    expect(answers.slice(0, 2)).toEqual([{}, { content: "b" }]);
    for (const refused of answers.slice(2)) expect(refused).toMatchObject({ error: { code: -32_602 } });
  });

  it("offers no files otherwise", async () => {
    await read(startFake([{ read: "a.txt" }], workplace));
    const [initialized, answer] = seenBy(workplace);
    expect(initialized).toMatchObject({
      initialize: { protocolVersion: 1, clientCapabilities: { fs: { readTextFile: false, writeTextFile: false } } },
    });
    expect(answer).toMatchObject({ error: { code: -32_601 } });
  });
});
