// The slots of a runner: as many jobs work at once. A job that waits for a person gives its slot back, so that others
// are claimed meanwhile. When the person has answered, it gets the next slot that is free, before any further claim.
import type { LeaveOptions, Slot } from "../jobs/contract";

interface Bounds {
  /** How many jobs work at once. */
  total: number;
  /** How many agents may wait for people without a slot. Each of them stays in memory. */
  waitingAgents: number;
}

/** What waits: a job with its agent in memory, or one without. */
type Kind = "agents" | "jobs";

/** Jobs that wait without an agent, such as paused runs, cost little, but each has its heartbeats. */
const maxWaitingJobs = 200;

export class Slots {
  private taken = 0;
  private readonly away: Record<Kind, number> = { agents: 0, jobs: 0 };
  private readonly queue: (() => void)[] = [];
  /** Jobs that wait for a person and have their slot, because too many others wait without one. */
  private readonly kept = new Set<JobSlot>();

  constructor(
    private readonly bounds: Bounds,
    private readonly onChange: () => void,
  ) {}

  get isFull(): boolean {
    return this.taken >= this.bounds.total;
  }

  /** `waiting` counts the jobs without a slot: they wait for a person, or have an answer and wait for a slot. */
  get counts(): { total: number; free: number; waiting: number } {
    const { total } = this.bounds;
    const waiting = this.away.agents + this.away.jobs + this.queue.length;
    return { total, free: Math.max(0, total - this.taken), waiting };
  }

  /** The slot of a job that was claimed. It may be one too many when another job came back during the claim. */
  take(over: AbortSignal): JobSlot {
    this.taken += 1;
    this.onChange();
    return new JobSlot(this, over);
  }

  /** Returns false when the job must keep its slot. It may still give it back later, unless `stay` is called. */
  leave(slot: JobSlot, kind: Kind): boolean {
    if (this.away[kind] >= (kind === "agents" ? this.bounds.waitingAgents : maxWaitingJobs)) {
      this.kept.add(slot);
      return false;
    }
    this.kept.delete(slot);
    this.away[kind] += 1;
    this.free();
    return true;
  }

  stay(slot: JobSlot): void {
    this.kept.delete(slot);
  }

  /** Gives a slot back that nobody has any more. */
  free(): void {
    this.taken -= 1;
    this.handOn();
  }

  /** The job no longer waits for a person. One that had to keep its slot may give it back now. */
  comeBack(kind: Kind): void {
    this.away[kind] -= 1;
    for (const slot of this.kept) slot.tryToLeave();
    this.onChange();
  }

  /** Resolves with a slot. Rejects with the reason of `signal` when that aborts first. */
  async waitForPlace(signal: AbortSignal, onQueued: () => void): Promise<void> {
    signal.throwIfAborted();
    if (!this.isFull) {
      this.taken += 1;
      return this.onChange();
    }
    onQueued();
    await new Promise<void>((resolve, reject) => {
      const granted = () => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      };
      const onAbort = () => {
        this.queue.splice(this.queue.indexOf(granted), 1);
        this.onChange();
        reject(signal.reason as Error);
      };
      this.queue.push(granted);
      signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  private handOn(): void {
    while (!this.isFull) {
      const next = this.queue.shift();
      if (next === undefined) break;
      this.taken += 1;
      next();
    }
    this.onChange();
  }
}

interface Return {
  until: AbortSignal;
  onQueued: () => void;
}

type State = { kind: "held" } | { kind: "away"; as: Kind } | { kind: "returning" } | { kind: "ended" };

const never = new AbortController().signal;

export class JobSlot implements Slot {
  /** How many answers the job waits for now. */
  private waits = 0;
  private state: State = { kind: "held" };
  private wanted: Kind = "jobs";
  private entering: Promise<void> | null = null;

  constructor(
    private readonly slots: Slots,
    private readonly over: AbortSignal,
  ) {}

  async leaveWhile<Result>(wait: () => Promise<Result>, options: LeaveOptions): Promise<Result> {
    const { keepsAgent, until = never, onQueued } = options;
    const end = this.beginWait(keepsAgent ? "agents" : "jobs");
    until.addEventListener("abort", end, { once: true });
    try {
      return await wait();
    } finally {
      until.removeEventListener("abort", end);
      end();
      if (this.waits === 0 && !until.aborted) await this.comeBackFor({ until, onQueued });
    }
  }

  async enter(): Promise<void> {
    await this.comeBackFor({ until: never, onQueued: () => {} });
  }

  tryToLeave(): void {
    if (this.state.kind !== "held" || this.waits === 0) return;
    if (this.slots.leave(this, this.wanted)) this.state = { kind: "away", as: this.wanted };
  }

  /** The job has ended. */
  end(): void {
    this.waits = 0;
    this.slots.stay(this);
    if (this.state.kind === "held") this.slots.free();
    if (this.state.kind === "away") this.slots.comeBack(this.state.as);
    this.state = { kind: "ended" };
  }

  private beginWait(wanted: Kind): () => void {
    let isOpen = true;
    this.waits += 1;
    this.wanted = wanted;
    this.tryToLeave();
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.waits -= 1;
      if (this.waits === 0) this.slots.stay(this);
    };
  }

  private async comeBackFor({ until, onQueued }: Return): Promise<void> {
    const signal = AbortSignal.any([this.over, until]);
    while (this.state.kind === "away" || this.state.kind === "returning") {
      this.entering ??= this.comeBack(signal, onQueued).finally(() => (this.entering = null));
      try {
        return await this.entering;
      } catch {
        signal.throwIfAborted();
        // This was the way back of an answer that nobody wants any more.
      }
    }
  }

  private hasEnded(): boolean {
    return this.state.kind === "ended";
  }

  private async comeBack(signal: AbortSignal, onQueued: () => void): Promise<void> {
    if (this.state.kind === "away") {
      const { as } = this.state;
      this.state = { kind: "returning" };
      this.slots.comeBack(as);
    }
    await this.slots.waitForPlace(signal, onQueued);
    if (this.hasEnded()) return this.slots.free();
    this.state = { kind: "held" };
    // It may have asked again while it waited for its slot.
    this.tryToLeave();
  }
}

/** For jobs that need no slot. */
export const noSlot: Slot = {
  leaveWhile: async (wait) => await wait(),
  enter: () => Promise.resolve(),
};
