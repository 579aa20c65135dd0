// What a person sees of the demo agent: thoughts, texts, tool calls, plans and questions.
import { setTimeout as pause } from "node:timers/promises";
import type { AgentEvent, PlanEntry, Workspace } from "../agent";
import { EventQueue } from "../eventQueue";
import { launch } from "../process/launch";
import type { LaunchSettings } from "../process/launch";

type Asked = Extract<AgentEvent, { kind: "permission" | "question" }>;
type Used = Omit<Extract<AgentEvent, { kind: "usage" }>, "kind">;

export interface ToolCall {
  title: string;
  kind: "read" | "search" | "edit" | "execute";
  paths: string[];
}

interface ToolResult {
  output: string;
  hasFailed: boolean;
}

const surroundings: LaunchSettings = {
  passed: [],
  env: {},
  isolation: { readable: [], writable: [], network: "none", dockerImage: null },
  grace: { closeMs: 0, termMs: 1000, killMs: 1000 },
};

const maxOutput = 8000;

export class Stage {
  readonly events = new EventQueue();
  private readonly stopping = new AbortController();
  private readonly answers = new Map<string, (answer: unknown) => void>();
  private readonly said: string[] = [];
  private messages = 0;
  private calls = 0;

  constructor(
    readonly place: Workspace,
    private readonly paceMs: number,
  ) {}

  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  stop(): void {
    this.stopping.abort();
    this.events.stopWaiting();
  }

  hear(text: string): void {
    this.said.push(text);
  }

  answer(id: string, answer: unknown): void {
    this.answers.get(id)?.(answer);
    this.answers.delete(id);
  }

  async think(text: string): Promise<void> {
    this.events.push({ kind: "thought", messageId: `thought-${++this.messages}`, text });
    await this.pace();
  }

  /** Writes a message in pieces, as a model does. */
  async tell(text: string): Promise<void> {
    const messageId = `text-${++this.messages}`;
    for (const piece of text.match(/\s*\S+\s*/g) ?? []) {
      this.events.push({ kind: "text", messageId, text: piece });
      await this.pace(this.paceMs / 20);
    }
    await this.pace();
  }

  async showPlan(goals: readonly string[], reached: number): Promise<void> {
    if (goals.length === 0) return;
    const entries = goals.map((text, index): PlanEntry => {
      return { text, state: index < reached ? "done" : index === reached ? "running" : "pending" };
    });
    this.events.push({ kind: "plan", entries });
    await this.pace();
  }

  async useTool({ title, kind, paths }: ToolCall, work: () => Promise<ToolResult>): Promise<ToolResult> {
    const callId = `demo-${++this.calls}`;
    const data = { kind, paths };
    this.events.push({ kind: "tool", callId, title, state: "running", data });
    await this.pace();
    const result = await work();
    const output = result.output.slice(0, maxOutput);
    const state = result.hasFailed ? "failed" : "done";
    this.events.push({ kind: "tool", callId, title, state, data: output === "" ? data : { ...data, output } });
    await this.pace();
    await this.answerSaid();
    return result;
  }

  /** Runs Node in the worktree, isolated as every program of an agent, and returns what it has written. */
  async runNode(args: readonly string[]): Promise<ToolResult> {
    const program = await launch(surroundings, this.place, {
      command: [process.execPath, ...args],
      install: null,
      env: { FORCE_COLOR: "0" },
      joinsErrors: true,
      writable: [],
    });
    try {
      program.input.end();
      program.output.setEncoding("utf8");
      let output = "";
      for await (const piece of program.output) output += String(piece);
      const exit = await program.exited;
      return { output: output.trim(), hasFailed: exit.kind !== "exit" || exit.code !== 0 };
    } finally {
      await program.close();
    }
  }

  async ask(event: Asked): Promise<unknown> {
    const answered = new Promise<unknown>((resolve) => this.answers.set(event.id, resolve));
    const { signal } = this.stopping;
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("cancelled")), { once: true });
    });
    this.events.push(event);
    return await Promise.race([answered, stopped]);
  }

  async askPermission(id: string, title: string, paths: string[]): Promise<boolean> {
    const options = [
      { id: "allow", name: "Allow", allows: true },
      { id: "refuse", name: "Refuse", allows: false },
    ];
    return (await this.ask({ kind: "permission", id, title, paths, options })) === "allow";
  }

  async answerSaid(): Promise<void> {
    for (const text of this.said.splice(0))
      await this.tell(`You wrote: "${text}" My script has no line for that, so I note it and continue.`);
  }

  reportUsage(used: Used): void {
    this.events.push({ kind: "usage", ...used });
  }

  async pace(ms = this.paceMs): Promise<void> {
    this.stopping.signal.throwIfAborted();
    await this.events.waitForSpace();
    if (ms > 0) await pause(ms, undefined, { signal: this.stopping.signal });
  }
}
