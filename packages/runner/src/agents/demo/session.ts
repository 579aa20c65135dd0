// A scripted agent that needs neither a network nor an account. It plays the scene of its task, or surveys the
// repository where nobody has written a scene.
import type { AgentSession, Workspace, Task } from "../agent";
import type { EventQueue } from "../eventQueue";
import { keepBothSides } from "./conflicts";
import { DemoLimit } from "./ending";
import { planOf } from "./plan";
import type { DemoPlan } from "./plan";
import { findScene, partFor, playPart } from "./playScene";
import { sampleOf } from "./sample";
import type { PlayedScene } from "./scenes";
import { Stage } from "./stage";
import { survey } from "./survey";

const hourMs = 3_600_000;

export interface DemoSettings {
  paceMs: number;
  scenes: readonly PlayedScene[];
}

export class DemoSession implements AgentSession {
  readonly events: EventQueue;
  private readonly plan: DemoPlan;
  private readonly stage: Stage;
  private readonly finished: Promise<void>;
  private isOver = false;

  constructor(
    private readonly task: Task,
    private readonly place: Workspace,
    private readonly settings: DemoSettings,
  ) {
    this.plan = planOf(task.prompt, place.env["SWITCHYARD_RUN_NUMBER"] ?? "");
    this.stage = new Stage(place, settings.paceMs);
    this.events = this.stage.events;
    this.finished = this.run();
  }

  answer(id: string, answer: unknown): void {
    this.stage.answer(id, answer);
  }

  say(text: string): boolean {
    if (!this.isOver) this.stage.hear(text);
    return !this.isOver;
  }

  async cancel(): Promise<void> {
    this.stage.stop();
    await this.finished;
  }

  private async run(): Promise<void> {
    try {
      this.end("completed", null, await this.work());
    } catch (error) {
      if (this.stage.isStopping) return this.end("cancelled", null);
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof DemoLimit) this.events.push({ kind: "limit", resetsAtMs: Date.now() + hourMs, reason });
      this.end("failed", reason);
    }
  }

  /** Returns the output, if the step has one. */
  private async work(): Promise<unknown> {
    const { stage, plan, task, place, settings } = this;
    const isResumed = task.resume !== null;
    this.events.push({ kind: "session", id: task.resume?.sessionId ?? `demo-${plan.seed}`, canResume: true });
    if (isResumed) await stage.tell("I continue in my earlier session.");
    const scene = await findScene(settings.scenes, task.prompt, place.worktree);
    const part = scene === null ? null : partFor(scene, place.env["SWITCHYARD_ROLE"]);
    const conflicts = (place.env["SWITCHYARD_CONFLICTS"] ?? "").split("\n").filter((name) => name !== "");
    if (part !== null) await playPart(stage, part);
    else if (conflicts.length > 0) await keepBothSides(stage, conflicts);
    else await survey(stage, plan, isResumed);
    await stage.answerSaid();
    if (task.outputSchema === null) return null;
    return scene?.output ?? sampleOf(task.outputSchema, plan.topic);
  }

  private end(outcome: "completed" | "failed" | "cancelled", reason: string | null, output: unknown = null): void {
    this.isOver = true;
    this.events.push({ kind: "end", outcome, reason, output });
  }
}
