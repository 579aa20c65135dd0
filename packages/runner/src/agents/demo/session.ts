// A scripted agent that needs neither a network nor an account. It does visible work at a pace that a person can watch.
import { setTimeout as pause } from "node:timers/promises";
import type { AgentEvent, AgentSession, Workspace, PlanEntry, Task } from "../agent";
import { EventQueue } from "../eventQueue";
import type { Edit } from "./edits";
import { editsOf, makeEdit, resolved } from "./edits";
import type { DemoPlan } from "./plan";
import { planOf } from "./plan";
import { sampleOf } from "./sample";

type Asked = Extract<AgentEvent, { kind: "permission" | "question" }>;

const hourMs = 3_600_000;

export class DemoSession implements AgentSession {
  readonly events = new EventQueue();
  private readonly plan: DemoPlan;
  private readonly stopping = new AbortController();
  private readonly answers = new Map<string, (answer: unknown) => void>();
  private readonly said: string[] = [];
  private readonly finished: Promise<void>;
  private isOver = false;
  private messages = 0;
  private calls = 0;

  constructor(
    private readonly task: Task,
    private readonly place: Workspace,
    private readonly paceMs: number,
  ) {
    this.plan = planOf(task.prompt, place.env["SWITCHYARD_RUN_NUMBER"] ?? "");
    this.finished = this.run();
  }

  answer(id: string, answer: unknown): void {
    this.answers.get(id)?.(answer);
    this.answers.delete(id);
  }

  say(text: string): boolean {
    if (!this.isOver) this.said.push(text);
    return !this.isOver;
  }

  async cancel(): Promise<void> {
    this.stopping.abort();
    this.events.stopWaiting();
    await this.finished;
  }

  private async run(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      if (this.stopping.signal.aborted) this.end("cancelled", null);
      else this.end("failed", error instanceof Error ? error.message : String(error));
    }
  }

  private async work(): Promise<void> {
    const { plan, task } = this;
    this.events.push({ kind: "session", id: task.resume?.sessionId ?? `demo-${plan.seed}`, canResume: true });
    if (task.resume !== null) await this.tell("I continue where the previous attempt stopped.");
    const conflicted = (this.place.env["SWITCHYARD_CONFLICTS"] ?? "").split("\n").filter((name) => name !== "");
    const edits = conflicted.map((file): Edit => ({ file, change: resolved }));
    if (plan.does.has("limit") && task.resume === null) return this.meetLimit();
    await this.think(`The task is: ${plan.topic}. I look at what is there first.`);
    const steps = ["Read the project", "Change the code", "Run the tests"];
    await this.showPlan(steps, 0);
    await this.useTool("Read README.md", "read", ["README.md"], null);
    const answer = plan.does.has("question") ? await this.askWay() : null;
    await this.showPlan(steps, 1);
    for (const edit of edits.length > 0 ? edits : editsOf(plan, answer)) await this.edit(edit);
    if (plan.does.has("hang")) await this.pace(24 * hourMs);
    await this.showPlan(steps, 2);
    if (plan.does.has("permission") && !(await this.mayRun())) return this.end("failed", "A person refused the tests.");
    await this.useTool("npm test", "execute", [], plan.does.has("fail") ? "1 of 3 tests failed" : "3 tests passed");
    this.reportUsage();
    if (plan.does.has("fail")) {
      await this.tell("A test fails, and I do not see why. Somebody has to look at it.");
      return this.end("failed", "The tests of the change fail.");
    }
    await this.showPlan(steps, 3);
    await this.tell(`Done: ${plan.topic}. The change has a test, and all tests pass.`);
    await this.answerSaid();
    this.end("completed", null);
  }

  private async edit(edit: Edit): Promise<void> {
    const { before, after } = await makeEdit(this.place.worktree, edit);
    const lines = after.split("\n").length - before.split("\n").length;
    await this.useTool(`Edit ${edit.file}`, "edit", [edit.file], `${lines >= 0 ? "+" : ""}${lines} lines`);
  }

  private async askWay(): Promise<string | null> {
    const options = ["The simple way", "The fast way"];
    const title = `How should I do this: ${this.plan.topic}?`;
    const text = "The simple way is easier to read. The fast way needs a cache.";
    const answer = await this.ask({ kind: "question", id: "demo-way", title, text, options, schema: null });
    const chosen = typeof answer === "string" ? answer : null;
    await this.tell(chosen === null ? "Nobody answered, so I decide myself." : `Then I do it ${chosen.toLowerCase()}.`);
    return chosen;
  }

  private async mayRun(): Promise<boolean> {
    const options = [
      { id: "allow", name: "Allow", allows: true },
      { id: "refuse", name: "Refuse", allows: false },
    ];
    const title = "Run `npm test`";
    return (await this.ask({ kind: "permission", id: "demo-tests", title, paths: [], options })) === "allow";
  }

  private async ask(event: Asked): Promise<unknown> {
    const answered = new Promise<unknown>((resolve) => this.answers.set(event.id, resolve));
    const { signal } = this.stopping;
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("cancelled")), { once: true });
    });
    this.events.push(event);
    return Promise.race([answered, stopped]);
  }

  private async showPlan(steps: readonly string[], done: number): Promise<void> {
    const entries = steps.map((text, index): PlanEntry => {
      return { text, state: index < done ? "done" : index === done ? "running" : "pending" };
    });
    this.events.push({ kind: "plan", entries });
    await this.pace();
  }

  private async useTool(title: string, kind: string, paths: string[], output: string | null): Promise<void> {
    const callId = `demo-${++this.calls}`;
    const data = { kind, paths };
    this.events.push({ kind: "tool", callId, title, state: "running", data });
    await this.pace();
    const state = output?.includes("failed") === true ? "failed" : "done";
    this.events.push({ kind: "tool", callId, title, state, data: output === null ? data : { ...data, output } });
    await this.pace();
    await this.answerSaid();
  }

  private async think(text: string): Promise<void> {
    this.events.push({ kind: "thought", messageId: `thought-${++this.messages}`, text });
    await this.pace();
  }

  /** Writes a message in pieces, as a model does. */
  private async tell(text: string): Promise<void> {
    const messageId = `text-${++this.messages}`;
    for (const piece of text.match(/\S+\s*/g) ?? []) {
      this.events.push({ kind: "text", messageId, text: piece });
      await this.pace(this.paceMs / 10);
    }
    await this.pace();
  }

  private async answerSaid(): Promise<void> {
    for (const text of this.said.splice(0)) await this.tell(`You wrote: "${text}" I keep that in mind.`);
  }

  private reportUsage(): void {
    const { seed } = this.plan;
    const [inputTokens, outputTokens] = [2000 + (seed % 8000), 300 + (seed % 1700)];
    const costUsd = Math.round(inputTokens * 3 + outputTokens * 15) / 1_000_000;
    const tokens = { inputTokens, outputTokens, cachedTokens: 0, costUsd };
    this.events.push({ kind: "usage", service: "demo", model: "demo-1", ...tokens });
  }

  private meetLimit(): void {
    const reason = "The demo's provider refuses work for an hour.";
    this.events.push({ kind: "limit", resetsAtMs: Date.now() + hourMs, reason });
    this.end("failed", reason);
  }

  private end(outcome: "completed" | "failed" | "cancelled", reason: string | null): void {
    this.isOver = true;
    const { outputSchema } = this.task;
    const output = outcome === "completed" && outputSchema !== null ? sampleOf(outputSchema, this.plan.topic) : null;
    this.events.push({ kind: "end", outcome, reason, output });
  }

  private async pace(ms = this.paceMs): Promise<void> {
    this.stopping.signal.throwIfAborted();
    await this.events.waitForSpace();
    if (ms > 0) await pause(ms, undefined, { signal: this.stopping.signal });
  }
}
