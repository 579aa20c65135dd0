// Reads what an export says about an attempt, page by page. Rows can hold long texts, so a page ends at a number of
// bytes, too.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicId, publicIdOrNull } from "../lib/publicIds";
import type { AttemptFacts, QuestionFacts, StepFacts, ToolFacts } from "./facts";

const pageBounds = { numItems: 200, maximumBytesRead: 2 * 1024 * 1024 };

type Cursor = string | null;

export interface Page<Row> {
  rows: Row[];
  /** Null behind the last page. */
  next: Cursor;
}

/** The attempt that an event has ended. */
export interface Ended {
  runId: Id<"runs">;
  facts: Omit<AttemptFacts, "steps" | "tools" | "questions" | "isCut">;
}

/** Null when the run, its project or the event is gone. */
export async function readEnded(ctx: QueryCtx, eventId: Id<"events">): Promise<Ended | null> {
  const event = await ctx.db.get("events", eventId);
  if (event?.runId === undefined) return null;
  const run = await ctx.db.get("runs", event.runId);
  const project = await ctx.db.get("projects", event.projectId);
  if (run === null || project === null || run.deletedAtMs !== undefined) return null;
  const told = toldBy(event);
  // A run that has been restarted meanwhile has other times.
  const isPresent = run.attempt === told.attempt;
  return {
    runId: run._id,
    facts: {
      projectId: publicId("projects", run.projectId),
      runId: publicId("runs", run._id),
      runNumber: run.runNumber,
      attempt: told.attempt,
      status: told.status,
      reason: told.reason,
      source: run.source,
      workflowId: publicId("workflows", run.workflowId),
      workflowName: run.workflowName,
      startedAtMs: (isPresent ? run.startedAtMs : undefined) ?? null,
      endedAtMs: (isPresent ? run.completedAtMs : undefined) ?? event._creationTime,
    },
  };
}

/** What runEvents/feed.ts writes about the end of an attempt. */
function toldBy({ data }: Doc<"events">): Pick<AttemptFacts, "attempt" | "status" | "reason"> {
  const { attempt, status, reason } = JSON.parse(data) as { attempt: number; status: string; reason?: string };
  return { attempt, status, reason: reason ?? null };
}

/** Without the steps that an earlier attempt has done, and those that never began. */
export async function readSteps(
  ctx: QueryCtx,
  runId: Id<"runs">,
  attempt: number,
  cursor: Cursor,
): Promise<Page<StepFacts>> {
  const { page, isDone, continueCursor } = await ctx.db
    .query("runSteps")
    .withIndex("by_run", (q) => q.eq("runId", runId).eq("attempt", attempt))
    .paginate({ cursor, ...pageBounds });
  const done = page.filter((step) => step.keptFromAttempt === undefined && step.startedAtMs !== undefined);
  return {
    rows: done.map(factsOfStep),
    next: isDone ? null : continueCursor,
  };
}

function factsOfStep(step: Doc<"runSteps">): StepFacts {
  return {
    id: publicId("runSteps", step._id),
    index: step.stepIndex,
    role: step.role,
    name: step.name,
    status: step.status,
    sandboxId: step.sandboxId ?? null,
    model: step.resolvedModelId ?? null,
    tool: step.toolDisplayName ?? null,
    startedAtMs: step.startedAtMs ?? step._creationTime,
    endedAtMs: step.completedAtMs ?? null,
    inputTokens: step.inputTokens,
    outputTokens: step.outputTokens,
    costMicroUsd: step.costMicroUsd,
  };
}

export async function readQuestions(
  ctx: QueryCtx,
  runId: Id<"runs">,
  attempt: number,
  cursor: Cursor,
): Promise<Page<QuestionFacts>> {
  const { page, isDone, continueCursor } = await ctx.db
    .query("runQuestions")
    .withIndex("by_key", (q) => q.eq("runId", runId).eq("attempt", attempt))
    .paginate({ cursor, ...pageBounds });
  return {
    rows: page.map(({ _id, _creationTime: askedAtMs, stepId, status, closedAtMs }) => ({
      id: publicId("runQuestions", _id),
      stepId: publicIdOrNull("runSteps", stepId),
      status,
      askedAtMs,
      closedAtMs: closedAtMs ?? null,
    })),
    next: isDone ? null : continueCursor,
  };
}

/** Reads all messages of the sandbox for those about tools, because an index would cost each message. */
export async function readTools(ctx: QueryCtx, sandboxId: Id<"sandboxes">, cursor: Cursor): Promise<Page<ToolFacts>> {
  const { page, isDone, continueCursor } = await ctx.db
    .query("messages")
    .withIndex("by_sandbox", (q) => q.eq("sandboxId", sandboxId))
    .paginate({ cursor, ...pageBounds });
  return {
    rows: page.filter(({ kind }) => kind === "tool").map(factsOfTool),
    next: isDone ? null : continueCursor,
  };
}

function factsOfTool({ _id, sandboxId, data, atMs, completedAtMs, bytes }: Doc<"messages">): ToolFacts {
  return {
    id: publicId("messages", _id),
    sandboxId,
    ...natureOf(data),
    startedAtMs: atMs,
    endedAtMs: completedAtMs ?? atMs,
    bytes,
  };
}

/** A word such as `execute` or `mcp.search`. A title can hold a command with its secrets. */
const toolName = /^[\w.:/-]{1,64}$/;

/** The data is the runner's own object. Ours has the kind of the tool and its state. */
function natureOf(data: string | undefined): Pick<ToolFacts, "name" | "hasFailed"> {
  const { name, kind, state } = JSON.parse(data ?? "{}") as Record<string, unknown>;
  const found = [name, kind].find((word) => typeof word === "string" && toolName.test(word));
  return { name: typeof found === "string" ? found : "tool", hasFailed: state === "failed" };
}
