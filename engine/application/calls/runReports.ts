// Counts the runs of functions, and writes an entry of the log for each that a client, the scheduler or a cron has
// called.
import type { FunctionInvocation } from "../deployment/deployment";
import type { FunctionCounts } from "../log/functionCounts";
import type { FunctionLog } from "../log/functionLog";
import type { CallContext } from "../syscalls/scope";

interface Parts {
  log: FunctionLog;
  counts: FunctionCounts;
  now: () => number;
}

/** Where a run stands among the calls of functions by functions. */
export interface CallPlace {
  /** How many calls are around it: within its transaction, or of actions by actions. */
  readonly depth: number;
  /** Whether no function called it, but a client, the scheduler or a cron. */
  readonly isOutermost: boolean;
}

export const outermost: CallPlace = { depth: 0, isOutermost: true };

export class RunReports {
  constructor(private readonly parts: Parts) {}

  /**
   * Counts a function that has a transaction of its own, or is an action. Only the outermost one writes a log entry:
   * those that it called added their lines to the same list.
   */
  around(
    call: FunctionInvocation,
    context: CallContext,
    { isOutermost }: CallPlace,
    body: () => string | Promise<string>,
    reports: "all" | "failures" = "all",
  ): string | Promise<string> {
    const startedAt = performance.now();
    const { displayName, kind } = call.callee;
    const { counts } = this.parts;
    const succeeded = (value: string): string => {
      if (reports === "failures") return value;
      counts.record(kind, displayName, false);
      if (isOutermost) this.finish(() => displayName, kind, context, startedAt, null);
      return value;
    };
    const failed = (error: unknown): never => {
      counts.record(kind, displayName, true);
      if (!isOutermost) throw error;
      this.finish(() => displayName, kind, context, startedAt, error instanceof Error ? error.message : String(error));
      throw error;
    };
    let value: string | Promise<string>;
    try {
      value = body();
    } catch (error) {
      return failed(error);
    }
    return typeof value === "string" ? succeeded(value) : value.then(succeeded, failed);
  }

  recordHttpAction(nameOf: () => string, context: CallContext, startedAt: number, error: string | null): void {
    this.parts.counts.record("httpAction", null, error !== null);
    this.finish(nameOf, "httpAction", context, startedAt, error);
  }

  /** The name of a request takes a while to find, and most requests have nothing to log. */
  private finish(
    nameOf: () => string,
    kind: "query" | "mutation" | "action" | "httpAction",
    context: CallContext,
    startedAt: number,
    error: string | null,
  ): void {
    const { log, now } = this.parts;
    const durationMs = performance.now() - startedAt;
    const { requestId } = context.client;
    log.recordRun({
      nameOf,
      kind,
      requestId,
      lines: context.lines,
      startedAt: now() - durationMs,
      durationMs,
      error,
      usages: context.usages,
      calls: context.calls,
      // HTTP actions check keys of their own, so the engine does not know whether the caller is anonymous.
      isAnonymous: kind !== "httpAction" && context.caller.kind === "anonymous" && context.client.ip !== null,
    });
  }
}
