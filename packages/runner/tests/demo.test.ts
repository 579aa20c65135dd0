// The demo agent works without a network, and shows the same work for the same prompt.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentEvent, Task } from "../src/agents/agent";
import { planOf } from "../src/agents/demo/plan";
import type { PlayedScene } from "../src/agents/demo/scenes";
import { DemoSession } from "../src/agents/demo/session";
import { cancelled, completed, failedWith, ofKind, placeOf, plainTask, read, useWorkplace } from "./agentSessions";

const workplace = useWorkplace();

function start(prompt: string, task: Partial<Task> = {}, scenes: PlayedScene[] = []): DemoSession {
  const paceMs = 0;
  return new DemoSession({ ...plainTask, prompt, ...task }, placeOf(workplace), { paceMs, scenes });
}

const git = (...args: string[]) => execFileSync("git", args, { cwd: workplace.worktree, stdio: "pipe" }).toString();

describe("the demo agent", () => {
  it("plans, lists the files, finds the words of the task, notes where they are, and says what it cost", async () => {
    const text = "one\nthe price list\nPrices\n";
    writeFileSync(path.join(workplace.worktree, "shop.txt"), text);
    const events = await read(start("Add a price list. [demo: plain]"));
    expect(ofKind(events, "plan").map(({ entries }) => entries.map(({ state }) => state).join())).toEqual([
      "running,pending,pending",
      "done,running,pending",
      "done,done,running",
      "done,done,done",
    ]);
    const titles = ofKind(events, "tool")
      .filter(({ state }) => state === "done")
      .map(({ title }) => title);
    expect(titles).toEqual(["List the files", "Search price, list", "Edit notes/add-a-price-list.md"]);
    expect(ofKind(events, "usage")[0]?.costUsd).toBeGreaterThan(0);
    expect(events.at(-1)).toEqual(completed);
    expect(readFileSync(path.join(workplace.worktree, "notes/add-a-price-list.md"), "utf8")).toBe(
      "# Add a price list\n\nThe repository has 1 files. Lines with words of the task:\n\n" +
        "- `shop.txt:2: the price list`\n- `shop.txt:3: Prices`\n",
    );
    expect(readFileSync(path.join(workplace.worktree, "shop.txt"), "utf8")).toBe(text);
  });

  it("does the same again for the same prompt, and another number of the run changes it", async () => {
    const note = () => readFileSync(path.join(workplace.worktree, "notes/add-a-price-list.md"), "utf8");
    const work = async () => await read(start("Add a price list. [demo: plain]"));
    const [first, written] = [await work(), note()];
    expect(await work()).toEqual(first);
    expect(note()).toBe(written);
    expect(planOf("Add it.", "1")).toEqual(planOf("Add it.", "1"));
    expect(planOf("Add it.", "1").seed).not.toBe(planOf("Add it.", "2").seed);
    const firstRuns = Array.from({ length: 50 }, (_, task) => planOf(`Do task ${task}.`, "1").does.size);
    expect(new Set(firstRuns)).toEqual(new Set([0]));
  });

  it("asks, fails and succeeds now and then", () => {
    const plans = Array.from({ length: 200 }, (_, run) => planOf("Do it.", String(run)).does);
    const counts = ["question", "permission", "fail"].map(
      (name) => plans.filter((does) => does.has(name as never)).length,
    );
    for (const count of counts) expect(count).toBeGreaterThan(10);
    expect(plans.filter((does) => does.size === 0).length).toBeGreaterThan(80);
  });

  it("uses the answer to its question", async () => {
    const session = start("Sort the list. [demo: question]");
    const events = await read(session, (event) => {
      if (event.kind === "question") session.answer(event.id, event.options?.[1]);
    });
    expect(ofKind(events, "question")[0]?.title).toBe("Where should the note about this be: Sort the list?");
    expect(existsSync(path.join(workplace.worktree, "docs/sort-the-list.md"))).toBe(true);
  });

  it.each([
    ["allow", completed],
    ["refuse", failedWith("A person refused the note.")],
    [null, failedWith("A person refused the note.")],
  ])("asks before it writes the note, and the answer %s ends with %j", async (answer, end) => {
    const session = start("Do it. [demo: permission]");
    const events = await read(session, (event) => {
      if (event.kind === "permission") session.answer(event.id, answer);
    });
    expect(events.at(-1)).toEqual(end);
  });

  it("fails, or meets a limit, where the prompt says so", async () => {
    const failed = await read(start("Do it. [demo: fail]"));
    expect(failed.at(-1)).toEqual(failedWith("The script of the demo agent says that this run fails."));
    const limited = await read(start("Do it. [demo: limit]"));
    expect(limited.map(({ kind }) => kind)).toEqual(["session", "limit", "end"]);
    const resumed = await read(start("Do it. [demo: limit]", { resume: { sessionId: "demo-1", prompt: "Go on." } }));
    expect(resumed[0]).toEqual({ kind: "session", id: "demo-1", canResume: true });
    expect(resumed.at(-1)).toEqual(completed);
  });

  it("is cancelled at any time, also while it waits for a person", async () => {
    for (const [prompt, stopAt] of [
      ["Do it. [demo: hang]", "tool"],
      ["Do it. [demo: question]", "question"],
    ]) {
      const session = start(prompt ?? "");
      const events = await read(session, (event: AgentEvent) => event.kind === stopAt && void session.cancel());
      expect(events.at(-1)).toEqual(cancelled);
      expect(session.say("Hello?")).toBe(false);
    }
  });

  it("answers what a person says", async () => {
    const session = start("Do it. [demo: plain]");
    session.say("Use tabs.");
    const events = await read(session);
    const texts = ofKind(events, "text")
      .map(({ text }) => text)
      .join("");
    expect(texts).toContain('You wrote: "Use tabs."');
  });

  it("returns an output that fits the schema", async () => {
    const issue = {
      type: "object",
      properties: {
        title: { type: "string", maxLength: 20 },
        priority: { enum: ["low", "high"] },
        line: { type: "integer", minimum: 3 },
      },
    };
    const outputSchema = {
      type: "object",
      properties: { issues: { type: "array", items: issue, minItems: 2 }, ok: { type: "boolean" } },
    };
    const events = await read(start("Find faults. [demo: plain]", { outputSchema }));
    const found = { title: "Find faults", priority: "low", line: 3 };
    expect(events.at(-1)).toMatchObject({ output: { issues: [found, found], ok: true } });
  });

  it("resolves the conflicts of a merge by keeping both sides", async () => {
    git("init", "--quiet", "--initial-branch=main");
    git("config", "user.name", "Test");
    git("config", "user.email", "test@example.invalid");
    const file = path.join(workplace.worktree, "list.md");
    const commit = (text: string) => {
      writeFileSync(file, text);
      git("add", "--all");
      git("commit", "--quiet", "-m", "x");
    };
    commit("a\n");
    git("checkout", "--quiet", "-b", "other");
    commit("a\nb\n");
    git("checkout", "--quiet", "main");
    commit("a\nc\n");
    expect(() => git("-c", "merge.conflictStyle=diff3", "merge", "other")).toThrow("merge other");
    const place = { ...placeOf(workplace), env: { SWITCHYARD_CONFLICTS: "list.md" } };
    const task = { ...plainTask, prompt: "Resolve the conflicts. [demo: plain]" };
    const events = await read(new DemoSession(task, place, { paceMs: 0, scenes: [] }));
    expect(events.at(-1)).toEqual(completed);
    expect(readFileSync(file, "utf8")).toBe("a\nc\nb\n");
    expect(existsSync(path.join(workplace.worktree, "notes"))).toBe(false);
  });

  it("does not write through a link that leads out of the worktree", async () => {
    symlinkSync(workplace.state, path.join(workplace.worktree, "notes"));
    const events = await read(start("Do it. [demo: plain]"));
    expect(events.at(-1)).toEqual(failedWith("notes/do-it.md is not in the worktree."));
  });

  describe("with a scene", () => {
    const used = { model: "m", service: "s", inputTokens: 10, outputTokens: 1 };
    const scene = (beats: PlayedScene["parts"][number]["beats"], more: Partial<PlayedScene> = {}): PlayedScene => {
      return { words: ["Add one"], parts: [{ goals: ["Do it"], beats, ...used }], ...more };
    };
    const program = 'import { one } from "./one.mjs"; console.log("one is", one); process.exit(one === 1 ? 0 : 1);';
    const node = ["--input-type=module", "--eval", program];
    const file = () => path.join(workplace.worktree, "one.mjs");

    it("really runs programs, before and after it really changes a file", async () => {
      writeFileSync(file(), "export const one = 2;\n");
      const events = await read(
        start("# The task\n\nAdd one.\n\n# Your step: Build", {}, [
          scene([
            { node, ends: "badly" },
            { edit: "one.mjs", replace: "2", by: "1" },
            { node, ends: "well" },
            { say: "Done." },
          ]),
        ]),
      );
      expect(events.at(-1)).toEqual(completed);
      const tools = ofKind(events, "tool").filter(({ state }) => state !== "running");
      expect(tools.map(({ state, data }) => [state, data["output"]])).toEqual([
        ["failed", "one is 2"],
        ["done", "- export const one = 2;\n+ export const one = 1;"],
        ["done", "one is 1"],
      ]);
      expect(readFileSync(file(), "utf8")).toBe("export const one = 1;\n");
      expect(ofKind(events, "usage")).toMatchObject([{ model: "m", service: "s", costUsd: null }]);
    });

    it("fails when a program ends otherwise than the scene expects", async () => {
      writeFileSync(file(), "export const one = 1;\n");
      const events = await read(start("Add one.", {}, [scene([{ node, ends: "badly" }])]));
      expect(events.at(-1)).toMatchObject({ outcome: "failed", reason: expect.stringContaining("has passed") });
    });

    it("fails when the text that an edit replaces is gone", async () => {
      writeFileSync(file(), "export const one = 3;\n");
      const events = await read(start("Add one.", {}, [scene([{ edit: "one.mjs", replace: "2", by: "1" }])]));
      expect(events.at(-1)).toMatchObject({
        outcome: "failed",
        reason: expect.stringContaining("one.mjs has changed"),
      });
    });

    it("plays the first scene of the task that is not played yet", async () => {
      writeFileSync(path.join(workplace.worktree, "board.md"), "- [x] one\n");
      const first = scene([{ say: "First." }], { unless: { file: "board.md", has: "[x]" } });
      const events = await read(start("Add one.", {}, [first, scene([{ say: "Second." }])]));
      expect(ofKind(events, "text").map(({ text }) => text)).toEqual(["Second."]);
    });

    it("follows the option that a person has chosen", async () => {
      const options = ["a", "b"].map((name) => ({ name, beats: [{ write: "chosen.txt", text: name }] }));
      const session = start("Add one.", {}, [scene([{ ask: "Which?", about: "One of two.", options }])]);
      await read(session, (event) => event.kind === "question" && session.answer(event.id, "b"));
      expect(readFileSync(path.join(workplace.worktree, "chosen.txt"), "utf8")).toBe("b");
    });
  });
});
