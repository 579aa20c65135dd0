// The demo agent works without a network, and shows the same work for the same prompt.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentEvent, Task } from "../src/agents/agent";
import { planOf } from "../src/agents/demo/plan";
import { DemoSession } from "../src/agents/demo/session";
import { cancelled, completed, failedWith, ofKind, placeOf, plainTask, read, useWorkplace } from "./agentSessions";

const workplace = useWorkplace();

function start(prompt: string, task: Partial<Task> = {}, paceMs = 0): DemoSession {
  return new DemoSession({ ...plainTask, prompt, ...task }, placeOf(workplace), paceMs);
}

const git = (...args: string[]) => execFileSync("git", args, { cwd: workplace.worktree, stdio: "pipe" }).toString();

describe("the demo agent", () => {
  it("plans, reads, edits files of the worktree, tests, and says what it cost", async () => {
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
    expect(titles).toEqual([
      "Read README.md",
      "Edit src/add-a-price-list.ts",
      "Edit tests/add-a-price-list.test.ts",
      "Edit CHANGELOG.md",
      "npm test",
    ]);
    expect(ofKind(events, "usage")[0]?.costUsd).toBeGreaterThan(0);
    expect(events.at(-1)).toEqual(completed);
    expect(readFileSync(path.join(workplace.worktree, "CHANGELOG.md"), "utf8")).toBe(
      "# Changes\n\n- Add a price list\n",
    );
    expect(readFileSync(path.join(workplace.worktree, "src/add-a-price-list.ts"), "utf8")).toContain(
      "function addAPriceList",
    );
  });

  it("does the same again for the same prompt, and another number of the run changes it", async () => {
    const changelog = () => readFileSync(path.join(workplace.worktree, "CHANGELOG.md"), "utf8");
    const work = async () => {
      const events = await read(start("Add a price list. [demo: plain]"));
      // The second time there is nothing left to change.
      return events.filter(({ kind }) => kind !== "tool");
    };
    const [first, changed] = [await work(), changelog()];
    expect(await work()).toEqual(first);
    expect(changelog()).toBe(changed);
    expect(planOf("Add it.", "1")).toEqual(planOf("Add it.", "1"));
    expect(planOf("Add it.", "1").seed).not.toBe(planOf("Add it.", "2").seed);
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
    expect(ofKind(events, "question")[0]?.title).toBe("How should I do this: Sort the list?");
    expect(readFileSync(path.join(workplace.worktree, "src/sort-the-list.ts"), "utf8")).toContain("The fast way");
  });

  it.each([
    ["allow", completed],
    ["refuse", failedWith("A person refused the tests.")],
    [null, failedWith("A person refused the tests.")],
  ])("asks before it runs tests, and the answer %s ends with %j", async (answer, end) => {
    const session = start("Do it. [demo: permission]");
    const events = await read(session, (event) => {
      if (event.kind === "permission") session.answer(event.id, answer);
    });
    expect(events.at(-1)).toEqual(end);
  });

  it("fails, or meets a limit, where the prompt says so", async () => {
    const failed = await read(start("Do it. [demo: fail]"));
    expect(failed.at(-1)).toEqual(failedWith("The tests of the change fail."));
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
    const found = { title: "Find faults (title)", priority: "low", line: 3 };
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
    const events = await read(new DemoSession(task, place, 0));
    expect(events.at(-1)).toEqual(completed);
    expect(readFileSync(file, "utf8")).toBe("a\nc\nb\n");
    expect(existsSync(path.join(workplace.worktree, "src"))).toBe(false);
  });

  it("does not write through a link that leads out of the worktree", async () => {
    symlinkSync(workplace.state, path.join(workplace.worktree, "src"));
    const events = await read(start("Do it. [demo: plain]"));
    expect(events.at(-1)).toEqual(failedWith("src/do-it.ts is not in the worktree."));
  });
});
