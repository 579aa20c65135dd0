// The ids of traces and spans. They follow from the ids of what they describe, so an export that is repeated writes the
// same spans, and the spans of an agent belong to the trace of its run before that is exported.
import { sha256Hex } from "../lib/hashing";

/** Each attempt of a run is a trace. `runId` is the public id. */
export async function traceIdOf(runId: string, attempt: number): Promise<string> {
  return (await sha256Hex(`trace ${runId} ${attempt}`)).slice(0, 32);
}

/** The span of the attempt itself, to which those of its steps belong. */
export async function rootSpanIdOf(runId: string, attempt: number): Promise<string> {
  return (await sha256Hex(`span ${runId} ${attempt}`)).slice(0, 16);
}

/** The span of a step or of a message, by its public id. */
export async function spanIdOf(id: string): Promise<string> {
  return (await sha256Hex(`span ${id}`)).slice(0, 16);
}

/** What the agent of a step is given, as W3C Trace Context has it, so that its spans are below that of the step. */
export async function traceparentOf(step: { runId: string; attempt: number; stepId: string }): Promise<string> {
  const traceId = await traceIdOf(step.runId, step.attempt);
  return `00-${traceId}-${await spanIdOf(step.stepId)}-01`;
}
