// Agents that behave badly: torn lines, noise, children left behind, commits of their own, secrets looked for.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { AcpSession } from "../src/agents/acp/session";
import { chooseIsolation } from "../src/agents/isolation/chooseIsolation";
import {
  completed,
  failedWith,
  fakeAgent,
  ofKind,
  placeOf,
  plainTask,
  read,
  readAfterSession,
  seenBy,
  startFake,
  useWorkplace,
} from "./agentSessions";
import { isTried } from "./isolated";

const workplace = useWorkplace();

describe("output", () => {
  it("that is a line without an end is refused when it is too long", async () => {
    const session = startFake([{ raw: "x", times: 1_100_000 }, { hang: true }], workplace);
    expect(await readAfterSession(session)).toEqual([failedWith("The agent wrote a line of more than 1000000 bytes.")]);
  });

  it("that breaks off in a line ends with the agent's exit code", async () => {
    const session = startFake([{ say: "A" }, { raw: '{"jsonrpc":"2.0","method":"sess' }, { crash: 9 }], workplace);
    expect(await readAfterSession(session)).toEqual([
      { kind: "text", messageId: "text-1", text: "A" },
      failedWith("The agent ended with exit code 9 before it was done."),
    ]);
  });

  it("that is not ACP does not disturb what is", async () => {
    const noise = 'npm notice\n{}\n[1]\n\u001B[2J\n"text"\n';
    expect(await readAfterSession(startFake([{ raw: noise }, { say: "A" }], workplace))).toEqual([
      { kind: "text", messageId: "text-1", text: "A" },
      completed,
    ]);
  });
});

describe("a child that the agent leaves behind", () => {
  it.each([
    ["in its group", false],
    ["in a session of its own", true],
  ])("%s, with the agent's output open, delays nothing and is stopped", async (_, detached) => {
    const events = await readAfterSession(startFake([{ child: 1000, detached }, { say: "A" }], workplace));
    expect(events.at(-1)).toEqual(completed);
    const crashed = await readAfterSession(startFake([{ child: 1000, detached }, { crash: 2 }], workplace));
    expect(crashed.at(-1)).toEqual(failedWith("The agent ended with exit code 2 before it was done."));
  });
});

describe("an agent", () => {
  it("may commit by itself", async () => {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: workplace.worktree }).toString();
    git("init", "--quiet");
    const events = await readAfterSession(
      startFake([{ edit: "a", content: "1" }, { commit: "By the agent" }], workplace),
    );
    expect(events.at(-1)).toEqual(completed);
    expect(git("log", "--format=%s")).toBe("By the agent\n");
  });

  it("finds no secret of the runner in its environment or its arguments", async () => {
    process.env["JOB_CALLBACK_SECRET"] = "whisper-1";
    process.env["NAMED_KEY"] = "for-the-agent";
    try {
      const settings = fakeAgent([[{ environment: true }]], workplace);
      const surroundings = { ...settings.surroundings, passed: ["NAMED_KEY"] };
      const place = { ...placeOf(workplace), env: { OF_THE_STEP: "1" } };
      await read(new AcpSession({ ...settings, surroundings }, plainTask, place));
      const [, seen] = seenBy(workplace);
      expect(JSON.stringify(seen)).not.toContain("whisper");
      expect(seen?.["environment"]).toMatchObject({ NAMED_KEY: "for-the-agent", OF_THE_STEP: "1" });
      const known =
        /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TERM|TMPDIR|PWD|FAKE_\w+|NAMED_KEY|OF_THE_STEP|SWITCHYARD_WORKTREE|_|SHLVL|OLDPWD)$/;
      expect(Object.keys(seen?.["environment"] as object).filter((name) => !known.test(name))).toEqual([]);
    } finally {
      delete process.env["JOB_CALLBACK_SECRET"];
      delete process.env["NAMED_KEY"];
    }
  });

  it.skipIf(!isTried)("works in bubblewrap over ACP", async () => {
    const secret = path.join(workplace.state, "..", "secret");
    writeFileSync(secret, "of the runner");
    const actions = [
      { edit: "a.txt", content: "1", asks: true },
      { run: `cat ${secret}` },
      { child: 1000, detached: true },
    ];
    const settings = fakeAgent([actions], workplace);
    const { isolation } = await chooseIsolation({
      isolation: "bubblewrap",
      folders: [],
      haveImages: false,
      cutOff: [],
    });
    const events = await read(new AcpSession(settings, plainTask, placeOf(workplace, isolation)));
    expect(events.at(-1)).toEqual(completed);
    const cat = { code: 1, error: `cat: ${secret}: No such file or directory\n` };
    expect(seenBy(workplace).slice(1, 3)).toEqual([
      { outcome: { outcome: "selected", optionId: "yes" } },
      { ran: cat },
    ]);
    expect(ofKind(events, "tool").map(({ state }) => state)).toEqual(["running", "done"]);
  });
});
