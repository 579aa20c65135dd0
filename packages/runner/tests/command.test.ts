// Any program as an agent.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentSession, Task } from "../src/agents/agent";
import { CommandSession } from "../src/agents/commandSession";
import type { CommandSettings } from "../src/agents/commandSession";
import {
  cancelled,
  completed,
  failedWith,
  fakeAgent,
  ofKind,
  placeOf,
  plainTask,
  read,
  useWorkplace,
} from "./agentSessions";
import { asOrdinaryUser } from "./ordinaryUser";

const workplace = useWorkplace();

function start(script: string, changes: Partial<CommandSettings> = {}, task: Partial<Task> = {}): AgentSession {
  const { surroundings } = fakeAgent([], workplace);
  const command = ["/bin/sh", "-c", script, "sh"];
  const settings: CommandSettings = { command, input: "stdin", surroundings, silenceMs: null, ...changes };
  return new CommandSession(settings, { ...plainTask, ...task }, placeOf(workplace));
}

async function textOf(session: AgentSession): Promise<string> {
  return ofKind(await read(session), "text")
    .map(({ text }) => text)
    .join("");
}

describe("a command", () => {
  it("completes with exit code 0, and its output is the message", async () => {
    const events = await read(start("printf '\\033[32mone\\033[0m\\n'; echo two >&2; pwd"));
    const text = ofKind(events, "text")
      .map(({ text }) => text)
      .join("");
    expect(text).toBe(`one\ntwo\n${workplace.worktree}\n`);
    expect(events.at(-1)).toEqual(completed);
    expect(new Set(ofKind(events, "text").map(({ messageId }) => messageId))).toEqual(new Set(["text-1"]));
  });

  it("fails with any other", async () => {
    const events = await read(start("echo no; exit 7"));
    expect(events.at(-1)).toEqual(failedWith("The command ended with exit code 7."));
  });

  it.each([
    ["stdin", "cat"],
    ["file", 'cat "$SWITCHYARD_PROMPT_FILE"'],
    ["argument", 'printf %s "$1"'],
  ] as const)("gets the prompt by %s", async (input, script) => {
    const prompt = "Line one\n$HOME `x` 'y' \"z\" 漢字";
    expect(await textOf(start(script, { input }, { prompt }))).toBe(prompt);
  });

  it.each(["--option", "-x", "@file", "/command"])("does not take the prompt %s for an option", async (prompt) => {
    expect(await textOf(start('printf %s "$1"', { input: "argument" }, { prompt }))).toBe(`\n${prompt}`);
  });

  it("may leave its input unread", async () => {
    const events = await read(start("exit 0", {}, { prompt: "x".repeat(1_000_000) }));
    expect(events).toEqual([completed]);
  });

  it("writes its output and what it used into files", async () => {
    const used = '{"service":"openai","inputTokens":5,"outputTokens":2,"costUsd":0.01}';
    const script = `echo '${used}' >"$SWITCHYARD_USAGE_FILE"; cp "$SWITCHYARD_OUTPUT_SCHEMA_FILE" "$SWITCHYARD_OUTPUT_FILE"`;
    expect(await read(start(script, {}, { outputSchema: { type: "null" }, model: "m" }))).toEqual([
      { kind: "usage", service: "openai", model: "m", inputTokens: 5, outputTokens: 2, cachedTokens: 0, costUsd: 0.01 },
      { kind: "end", outcome: "completed", reason: null, output: { type: "null" } },
    ]);
  });

  it("learns which model it should use and how much it should think", async () => {
    const script = 'printf %s "$SWITCHYARD_MODEL, $SWITCHYARD_THINKING_EFFORT"';
    expect(await textOf(start(script, {}, { model: "large", thinkingEffort: "high" }))).toBe("large, high");
  });

  it("fails without the output that the step asks for", async () => {
    const [end] = await read(start("true", {}, { outputSchema: {} }));
    expect(end).toMatchObject({
      outcome: "failed",
      reason: expect.stringContaining("SWITCHYARD_OUTPUT_FILE") as string,
    });
  });

  it.each([
    ["a link to another file", 'ln -s "$PWD/secret.json" "$1"'],
    ["a pipe", 'mkfifo "$1"'],
    ["a device", 'ln -s /dev/zero "$1"'],
    ["a file without end", 'head -c 1100000 /dev/zero >"$1"'],
  ])("cannot hand over %s as its output or as what it used", async (_, leave) => {
    writeFileSync(path.join(workplace.worktree, "secret.json"), '{"service":"secret"}');
    const script = `leave() { ${leave}; }; leave "$SWITCHYARD_OUTPUT_FILE"; leave "$SWITCHYARD_USAGE_FILE"`;
    const events = await read(start(script, {}, { outputSchema: {} }));
    expect(events).toEqual([failedWith(expect.stringMatching(/output\.json is (not a plain file|larger than)/))]);
  });

  it("may leave folders that nobody can change", async () => {
    // Where the tests run as root, the command does too, and then gives what it leaves to the one who removes it.
    const leave = "mkdir -p x/y; touch x/y/z; chmod 500 x/y; chown -R 65534:65534 x 2>/dev/null || true";
    const { temporary } = placeOf(workplace);
    await asOrdinaryUser(path.dirname(workplace.worktree), async () => {
      expect(await read(start(`cd "\${SWITCHYARD_PROMPT_FILE%/*}"; ${leave}`))).toEqual([completed]);
    });
    expect(readdirSync(temporary)).toEqual([]);
  });

  it("that is cancelled may end in order, and everything that it started ends too", async () => {
    const script = "trap 'echo bye >bye.txt; exit 0' TERM; sleep 100 & echo ready; wait";
    const session = start(script);
    const events = await read(session, ({ kind }) => kind === "text" && void session.cancel());
    expect(events.at(-1)).toEqual(cancelled);
    expect(readFileSync(path.join(workplace.worktree, "bye.txt"), "utf8")).toBe("bye\n");
  });

  it("does not wait for a process that it leaves behind with its output", async () => {
    const events = await read(start("(sleep 100; echo late) & echo done"));
    expect(events.at(-1)).toEqual(completed);
  });

  it("does not wait for a process that left its group, and ends it", async () => {
    const leave = "setsid sh -c 'echo $$ >child; exec sleep 100' & until [ -s child ]; do sleep 0.01; done; echo done";
    expect((await read(start(leave))).at(-1)).toEqual(completed);
  });

  it("that is silent is stopped after the configured time", async () => {
    const events = await read(start("echo a; sleep 100", { silenceMs: 300 }));
    expect(events.at(-1)).toEqual(failedWith("The command has written nothing for 0.3 seconds."));
  });

  it("that is missing is named", async () => {
    const events = await read(start("", { command: ["no-such-program", "x"] }));
    expect(events).toEqual([
      failedWith(
        "The program no-such-program was not found in PATH. Install it, or change the command in the configuration.",
      ),
    ]);
  });

  it("has no secret of the runner in its environment", async () => {
    process.env["SWITCHYARD_RUNNER_TOKEN"] = "svc_runner_secret";
    try {
      const environment = await textOf(start("env; cat /proc/self/cmdline"));
      expect(environment).toContain("PATH=");
      expect(environment).not.toContain("svc_runner_secret");
    } finally {
      delete process.env["SWITCHYARD_RUNNER_TOKEN"];
    }
  });

  it("takes no messages and ignores answers", async () => {
    const session = start("true");
    expect(session.say("Hello")).toBe(false);
    session.answer("1", "yes");
    expect(await read(session)).toEqual([completed]);
  });

  it("that cannot start in its folder fails with the reason", async () => {
    writeFileSync(path.join(workplace.worktree, "a"), "");
    const settings = { surroundings: fakeAgent([], workplace).surroundings, input: "stdin" as const, silenceMs: null };
    const place = { ...placeOf(workplace), worktree: path.join(workplace.worktree, "missing") };
    const events = await read(new CommandSession({ ...settings, command: ["/bin/true"] }, plainTask, place));
    expect(events).toEqual([failedWith(expect.stringMatching(/^The command could not be started: .*ENOENT/))]);
    expect(existsSync(place.worktree)).toBe(false);
  });
});
