// Gates: what must be shown before a step counts as done. A step of a workflow has one, and each step of a run keeps
// the one that its plan had. One definition for the database, the plans of runs and the answers.
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { gateFailures, reportFormats } from "./gateValues";
import type { GateRequest } from "./requests";

const onFail = literals(gateFailures);

const commandGate = v.object({
  kind: v.literal("command"),
  command: v.array(v.string()),
  timeoutMs: v.number(),
  /** Where the command leaves the results of its tests, below the checkout. */
  report: v.union(v.null(), v.object({ format: literals(reportFormats), path: v.string() })),
  onFail,
});

const judgeGate = v.object({
  kind: v.literal("judge"),
  /** The least composite score. */
  passAt: v.union(v.null(), v.number()),
  rubric: v.union(v.null(), v.string()),
  onFail,
});

export const gate = v.union(commandGate, judgeGate);
export type Gate = Infer<typeof gate>;

const standardTimeoutMs = 1_200_000;

export function readGate(given: GateRequest): Gate {
  const onFail = given.onFail ?? "repeat";
  if (given.kind === "judge") {
    return { kind: "judge", passAt: given.passAt ?? null, rubric: given.rubric ?? null, onFail };
  }
  const { kind, command, timeoutMs, report } = given;
  return { kind, command, timeoutMs: timeoutMs ?? standardTimeoutMs, report: report ?? null, onFail };
}
