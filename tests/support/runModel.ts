// A model of one run, its jobs and its feedback, written independently of the product, with flat rules over plain
// fields. Tests compare the product with it. The run's one step may take a minute, so the run may take two, and a turn
// too. It continues by itself twice, a minute after the last thing that was said.
export type Status = "pending" | "scheduled" | "running" | "paused" | "completed" | "failed" | "cancelled";

interface ModelJob {
  state: "queued" | "claimed" | "done" | "failed" | "cancelled";
  claims: number;
  fence: number;
  runner: string;
  leaseMs: number;
  untilMs: number;
  fromMs: number;
  isCalledOff: boolean;
  dueMs: number;
}

interface ModelItem {
  says: string;
  status: "open" | "handled" | "resolved";
  /** Grows with what the item says. */
  version: number;
  tried: number;
  round: number | null;
}

export interface Held {
  job: number;
  fence: number;
}

const minute = 60_000;
const never = Infinity;
const isOver = (status: Status) => status === "completed" || status === "failed" || status === "cancelled";
const delay = (claims: number) => [5000, 10_000, 20_000, 40_000][claims - 1] ?? 0;

export class RunModel {
  status: Status = "pending";
  attempt = 1;
  isStopping = false;
  /** The statuses that the run has entered, each with the reason if there is one. */
  readonly entered: [Status, string | null][] = [];
  readonly news: string[] = [];
  readonly jobs: ModelJob[] = [];
  round = 0;
  readonly items = new Map<string, ModelItem>();
  private automatic = 0;
  private given: [string, number][] = [];
  private hasRequest = false;
  private saidMs = 0;
  private stopMs = never;
  private dueMs = never;
  private ranMs = 0;
  private runsSinceMs = never;

  constructor(
    public nowMs: number,
    startByMs = never,
  ) {
    this.queue(startByMs);
  }

  private queue(dueMs = never): void {
    const none = { runner: "", leaseMs: 0, untilMs: never };
    this.jobs.push({ state: "queued", claims: 0, fence: 0, fromMs: this.nowMs, isCalledOff: false, dueMs, ...none });
  }

  private open(): ModelJob[] {
    return this.jobs.filter(({ state }) => state === "queued" || state === "claimed");
  }

  private cancelJobs(isAtOnce = false): void {
    for (const job of this.open()) {
      const isHeld = job.state === "claimed";
      if (isHeld && !isAtOnce)
        Object.assign(job, { isCalledOff: true, untilMs: Math.min(job.untilMs, this.nowMs + minute) });
      else this.end(job, "cancelled", isHeld);
    }
  }

  private end(job: ModelJob, state: ModelJob["state"], isTaken: boolean): void {
    Object.assign(job, { state, dueMs: never, fence: job.fence + Number(isTaken) });
  }

  private enter(status: Status, reason: string | null = null, hasJob = false): void {
    if (status === this.status) return;
    if (this.runsSinceMs !== never) this.ranMs += this.nowMs - this.runsSinceMs;
    this.runsSinceMs = status === "running" ? this.nowMs : never;
    if (isOver(status)) this.stopMs = never;
    const waitMs = status === "paused" ? 30 * 24 * 60 * minute : Math.max(0, 2 * minute - this.ranMs);
    this.dueMs = Math.min(this.stopMs, hasJob || status === "scheduled" ? never : this.nowMs + waitMs);
    if (status === "scheduled") this.dueMs = never;
    if (isOver(status)) this.dueMs = this.nowMs + 10 * minute;
    this.status = status;
    this.entered.push([status, reason]);
    if (status === "completed" || status === "failed") this.news.push(`run_${status}`);
    if (status === "failed" || status === "cancelled") this.cancelJobs();
    if (status !== "completed") return;
    for (const job of this.open()) if (job.state === "queued") this.end(job, "cancelled", false);
    for (const [key, version] of this.given) {
      const item = this.items.get(key);
      if (item?.status === "open" && item.version === version)
        Object.assign(item, { status: "handled", round: this.round });
    }
  }

  /** The run has its pull request, or has it again after a restart. */
  openRequest(): void {
    if (!this.hasRequest) this.news.push("pr_created");
    this.hasRequest = true;
  }

  /** Returns what the service counts it as. */
  say(key: string, says: string, isResolved: boolean): "added" | "updated" | "known" {
    const item = this.items.get(key);
    const status = isResolved ? "resolved" : "open";
    if (item !== undefined && item.says === says) {
      if (!isResolved || item.status === "resolved") return "known";
      item.status = "resolved";
      return "updated";
    }
    const version = (item?.version ?? 0) + 1;
    this.items.set(key, { says, status, version, tried: item?.tried ?? 0, round: null });
    if (!isResolved) this.saidMs = this.nowMs;
    return item === undefined ? "added" : "updated";
  }

  private openItems(): [string, ModelItem][] {
    return [...this.items].filter(([, { status }]) => status === "open");
  }

  private continue(): boolean {
    if (!isOver(this.status) || this.openItems().length === 0) return false;
    this.cancelJobs(true);
    this.given = this.openItems().map(([key, item]) => [key, item.version]);
    for (const [, item] of this.openItems()) item.tried = item.version;
    Object.assign(this, { round: this.round + 1, isStopping: false, ranMs: 0 });
    this.enter("pending", null, true);
    this.queue();
    return true;
  }

  /** What the clock does for a run that continues by itself. */
  followUp(): void {
    const isWanted = this.openItems().some(([, { tried, version }]) => tried !== version);
    if (this.status !== "completed" || !this.hasRequest || !isWanted || this.automatic === 2) return;
    if (this.nowMs < this.saidMs + minute) return;
    this.automatic++;
    this.continue();
  }

  private fail(reason: string): void {
    if (!isOver(this.status)) this.enter("failed", reason);
  }

  /** Does what a person asks. Returns whether it is allowed. */
  ask(call: "pause" | "resume" | "cancel" | "restart" | "continue" | "request-graceful-stop"): boolean {
    const { status } = this;
    switch (call) {
      case "pause":
        if (status !== "running") return false;
        this.enter("paused");
        return true;
      case "resume":
        if (status !== "paused") return false;
        this.enter("running");
        return true;
      case "cancel":
        if (isOver(status)) return false;
        this.enter("cancelled");
        return true;
      case "restart":
        if (!isOver(status)) return false;
        this.cancelJobs(true);
        Object.assign(this, { attempt: this.attempt + 1, isStopping: false, ranMs: 0 });
        Object.assign(this, { round: 0, automatic: 0, given: [], hasRequest: false });
        this.enter("pending", null, true);
        this.queue();
        return true;
      case "continue":
        return this.continue();
      case "request-graceful-stop":
        if (status !== "running" && status !== "paused") return false;
        this.stop();
        return true;
    }
  }

  stop(): void {
    if (this.isStopping) return;
    this.isStopping = true;
    if (isOver(this.status)) return;
    this.stopMs = this.nowMs + 2 * minute;
    this.dueMs = Math.min(this.dueMs, this.stopMs);
  }

  isStale({ job, fence }: Held): boolean {
    const { state, isCalledOff, untilMs, fence: newest } = this.jobs[job]!;
    return fence !== newest || (state === "claimed" && isCalledOff && untilMs <= this.nowMs);
  }

  report(status: Status): void {
    this.enter(status, status === "cancelled" && this.isStopping ? "stopped" : null);
  }

  claim(runner: string, leaseMs: number): Held | null {
    const lost = this.release();
    const waiting = this.jobs
      .filter(({ state, fromMs }) => state === "queued" && fromMs <= this.nowMs)
      .toSorted((a, b) => a.fromMs - b.fromMs)[0];
    if (waiting !== undefined) {
      if (waiting.claims === 0) waiting.dueMs = never;
      Object.assign(waiting, { state: "claimed", runner, leaseMs, untilMs: this.nowMs + leaseMs });
      waiting.claims++;
      waiting.fence++;
    }
    const held = waiting === undefined ? null : { job: this.jobs.indexOf(waiting), fence: waiting.fence };
    this.loseAll(lost);
    return held;
  }

  /** Returns the answer to the runner. Null means a refusal. */
  act(kind: "heartbeat" | "complete" | "fail", runner: string, index: number, isRetryable: boolean): string | null {
    const job = this.jobs[index]!;
    if (job.state !== "claimed" || job.runner !== runner || job.untilMs <= this.nowMs) return null;
    switch (kind) {
      case "heartbeat":
        if (job.isCalledOff) return "cancelled";
        job.untilMs = this.nowMs + job.leaseMs;
        return "claimed";
      case "complete":
        this.end(job, "done", false);
        if (this.status === "pending") job.dueMs = this.nowMs + 24 * 60 * minute;
        if (job.isCalledOff) this.carryCancel();
        return "done";
      case "fail":
        if (job.isCalledOff) {
          this.end(job, "cancelled", false);
          this.carryCancel();
        } else if (!isRetryable || job.claims >= 5) {
          this.end(job, "failed", false);
          this.fail("job_failed");
        } else this.putBack(job, this.nowMs + delay(job.claims));
        return job.state;
    }
  }

  /** Nobody tries a job again when its run is over. */
  private putBack(job: ModelJob, fromMs: number): void {
    if (isOver(this.status)) this.end(job, "cancelled", false);
    else Object.assign(job, { state: "queued", fromMs });
  }

  private carryCancel(): void {
    if (this.open().length === 0 && !isOver(this.status)) this.enter("cancelled");
  }

  /** Ends claims whose lease has run out. Returns the jobs whose last runner was lost; the caller handles them. */
  private release(): ModelJob[] {
    const expired = this.jobs
      .filter(({ state, untilMs }) => state === "claimed" && untilMs <= this.nowMs)
      .toSorted((a, b) => a.untilMs - b.untilMs);
    for (const job of expired) {
      if (job.isCalledOff) {
        this.end(job, "cancelled", true);
        this.carryCancel();
      } else if (job.claims < 5) {
        this.putBack(job, job.untilMs - job.leaseMs + Math.max(job.leaseMs, delay(job.claims)));
      }
    }
    return expired.filter(({ state, isCalledOff }) => state === "claimed" && !isCalledOff);
  }

  private loseAll(lost: ModelJob[]): void {
    for (const job of lost) {
      this.end(job, "failed", true);
      this.fail("runner_lost");
    }
  }

  sweep(): void {
    if (this.status === "scheduled") {
      this.enter("pending", null, true);
      this.queue();
    }
    this.loseAll(this.release());
    for (const job of this.jobs.filter(({ dueMs }) => dueMs <= this.nowMs).toSorted((a, b) => a.dueMs - b.dueMs)) {
      if (job.state === "done") {
        job.dueMs = never;
        if (this.open().length === 0 && this.status === "pending") this.fail("timed_out");
      } else if (job.state === "queued" && job.claims === 0) {
        this.end(job, "failed", true);
        this.fail("timed_out");
      }
    }
    if (this.dueMs > this.nowMs) return;
    if (isOver(this.status)) {
      this.dueMs = never;
      this.cancelJobs();
    } else if (this.stopMs <= this.nowMs) this.enter("cancelled", "stopped");
    else this.enter("failed", "timed_out");
  }
}
