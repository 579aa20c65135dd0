// Looks at the pull requests of runs until their checks are final, and tells the service what the code host says. It
// holds neither a job nor a lease: runs are over when their pull requests are checked.
import { setTimeout as pause } from "node:timers/promises";
import { CodeHostBusyError, CodeHostError } from "../codeHosts/errors";
import { areChecksFinal, buildCheckReport } from "../codeHosts/checks";
import type { Check } from "../codeHosts/checks";
import { createCodeHost } from "../codeHosts/codeHost";
import type { CodeHost } from "../codeHosts/codeHost";
import { codeHostAddress } from "../git/credential";
import type { Call } from "../service/callback";
import { CallRefusedError, ServiceUnusableError } from "../service/errors";
import { readCodeHostKey } from "../codeHosts/projectKey";
import type { Log } from "../log/events";
import type { WatchedPullRequest, WatchedPullRequests } from "./watchedPullRequests";

/** With 30 seconds between two looks, this is half an hour. */
const maxLooks = 60;

interface Watching {
  pullRequests: WatchedPullRequests;
  /** Calls of the service without a lease. */
  call: Call;
  everyMs: number;
  log: Log;
}

interface Entry {
  request: WatchedPullRequest;
  dueMs: number;
  /** Kept between the looks, since it knows what the host has answered before. */
  known: { token: string; host: CodeHost } | null;
  seesChecks: boolean;
  /** Whether all checks had ended at the last look. */
  areFinal: boolean;
}

export class PullRequestWatcher {
  private readonly entries = new Map<string, Entry>();
  /** Until when a code host wants no request. */
  private readonly quietUntil = new Map<string, number>();
  private wake = new AbortController();

  constructor(private readonly watching: Watching) {}

  /** A run whose pull request is watched already, by an earlier attempt, gets the new one instead. */
  async watch(request: Omit<WatchedPullRequest, "looks" | "told">): Promise<void> {
    const whole = { ...request, looks: 0, told: null };
    await this.watching.pullRequests.write(whole);
    this.enter(whole);
    this.wake.abort();
  }

  /** Continues with what an earlier start has left. Resolves when the runner stops, and never rejects. */
  async run(stopping: AbortSignal): Promise<void> {
    for (const request of await this.watching.pullRequests.all()) {
      if (!this.entries.has(request.runId)) this.enter(request);
    }
    while (!stopping.aborted) {
      this.wake = new AbortController();
      const due = [...this.entries.values()].filter(({ dueMs }) => dueMs <= Date.now());
      for (const entry of due) {
        await this.visit(entry, stopping).catch((error: unknown) => {
          this.giveUp(`The state of ${entry.request.url} cannot be written`, error);
        });
      }
      await this.waitForNext(stopping);
    }
  }

  private enter(request: WatchedPullRequest): void {
    this.entries.set(request.runId, { request, dueMs: 0, known: null, seesChecks: true, areFinal: false });
  }

  private async waitForNext(stopping: AbortSignal): Promise<void> {
    const dueMs = Math.min(...[...this.entries.values()].map((entry) => entry.dueMs), Date.now() + 3_600_000);
    const signal = AbortSignal.any([stopping, this.wake.signal]);
    await pause(Math.max(dueMs - Date.now(), 0), undefined, { signal }).catch(() => undefined);
  }

  private async visit(entry: Entry, stopping: AbortSignal): Promise<void> {
    const { request } = entry;
    if (stopping.aborted || this.entries.get(request.runId) !== entry) return;
    const { hostname = "" } = codeHostAddress(request.repoUrl) ?? {};
    const quietUntilMs = this.quietUntil.get(hostname) ?? 0;
    if (quietUntilMs > Date.now()) return void (entry.dueMs = quietUntilMs);
    entry.dueMs = Date.now() + this.watching.everyMs;
    request.looks += 1;
    try {
      const isOver = await this.look(entry, stopping);
      if (isOver || request.looks >= maxLooks) await this.end(entry);
      else if (this.entries.get(request.runId) === entry) await this.watching.pullRequests.write(request);
    } catch (error) {
      // The next start of the runner continues.
      if (stopping.aborted || error instanceof ServiceUnusableError) return;
      if (error instanceof CodeHostBusyError) this.quietUntil.set(hostname, Date.now() + error.afterMs);
      // The host may be back at the next look. Anything else would fail again.
      if (error instanceof CodeHostError && error.isTemporary && request.looks < maxLooks) return;
      // A refusal of the service means that the run is gone.
      if (!(error instanceof CallRefusedError)) this.giveUp(`${request.url} is not watched any more`, error);
      await this.end(entry);
    }
  }

  /** Returns whether there is nothing more to find out. */
  private async look(entry: Entry, stopping: AbortSignal): Promise<boolean> {
    const { call } = this.watching;
    const { request } = entry;
    const { runId, url: prUrl, number: prNumber } = request;
    const run = await call("run.get", { runId });
    if (run.prUrl !== prUrl || run.prStatus === "merged" || run.prStatus === "closed") return true;
    const host = await this.hostFor(entry);
    if (host === null) return true;
    const now = await host.read(prNumber, stopping);
    if (now === null)
      throw new CodeHostError("the code host does not have it, or the project's key may not see it", 404);
    if (now.state !== run.prStatus) await call("run.updatePr", { runId, prUrl, prNumber, prStatus: now.state });
    const checks = await this.checksOf(entry, host, now.commit, stopping);
    await this.tell(request, checks);
    if (now.state === "merged" || now.state === "closed") return true;
    // Further checks may begin only when the first have ended, so they have to be final twice.
    const wereFinal = entry.areFinal;
    entry.areFinal = areChecksFinal(checks);
    return wereFinal && entry.areFinal;
  }

  /** A key may be allowed to see pull requests and not to see checks. Then nothing is said about them. */
  private async checksOf(entry: Entry, host: CodeHost, commit: string, stopping: AbortSignal): Promise<Check[]> {
    if (!entry.seesChecks) return [];
    try {
      return await host.checks(commit, stopping);
    } catch (error) {
      if (!(error instanceof CodeHostError) || error.isTemporary) throw error;
      entry.seesChecks = false;
      this.giveUp(`The checks of ${entry.request.url} cannot be read`, error);
      return [];
    }
  }

  private giveUp(what: string, error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.watching.log({ kind: "fault", message: `${what}: ${why}` });
  }

  private async tell(request: WatchedPullRequest, checks: readonly Check[]): Promise<void> {
    const report = buildCheckReport(checks);
    const told = JSON.stringify(report);
    if (report === null || told === request.told) return;
    await this.watching.call("run.updateCiChecks", { runId: request.runId, ...report });
    request.told = told;
  }

  /** The key may be changed or removed at any time, and so may the origins to which it may go. */
  private async hostFor(entry: Entry): Promise<CodeHost | null> {
    const { projectId, repoUrl } = entry.request;
    const { token, refusalReason } = await readCodeHostKey(this.watching.call, projectId, repoUrl);
    if (refusalReason !== null) throw new CodeHostError(refusalReason, 403);
    const address = codeHostAddress(repoUrl);
    if (token === null || address === null) return null;
    if (entry.known?.token === token) return entry.known.host;
    const host = createCodeHost(address, token);
    entry.known = host === null ? null : { token, host };
    return host;
  }

  private async end({ request }: Entry): Promise<void> {
    if (this.entries.get(request.runId)?.request !== request) return;
    this.entries.delete(request.runId);
    await this.watching.pullRequests.remove(request);
  }
}
