// The iterations of a run. A further one begins only for a reason: a gate has not passed, or a judge has said that the
// work is not done. A workflow with neither is done once, whatever the run allows.
import { isSameTree } from "../../git/commits";
import type { Step } from "../../service/claims";
import type { SessionRecord } from "../../state/workRecords";
import { fenced } from "../../text/fence";
import { truncateStart } from "../../text/truncate";
import { rerunGate } from "./completeStep";
import { newestCommit } from "./context";
import type { RunContext } from "./context";
import { askAboutGate } from "./gateQuestion";
import { waitWhilePaused } from "./pause";
import { performStep } from "./step";

/**
 * `unproven`: a gate has not passed, and nothing further is tried. `stopped`: somebody has asked the run to end before
 * all of its steps were done.
 */
export type RunEnding = { kind: "done" } | { kind: "unproven"; reason: string } | { kind: "stopped" };

/** `failed`: the work has stopped for another reason than a gate, such as an agent that cannot be started. */
export type RoundEnding = Exclude<RunEnding, { kind: "stopped" }> | { kind: "failed" };

interface Resumed {
  stepsDone: ReadonlySet<number>;
  /** The session of an agent that was interrupted and can continue. */
  resumable: SessionRecord | null;
}

/** What follows from an iteration. */
type Next = { kind: "again"; why: string | null } | RunEnding;

export async function performIterations(work: RunContext, resumed: Resumed): Promise<RunEnding> {
  const { run } = work;
  let why: string | null = null;
  for (let iteration = 0; iteration < run.maxIterations; iteration++) {
    const next = await performIteration(work, iteration, resumed);
    if (next.kind === "done" || next.kind === "unproven") return next;
    if (next.kind === "stopped") {
      // A round that has not done all of its steps has handled nothing, and what a run has done so far stays its work.
      if (work.round !== null && iteration === 0) return next;
      return unfinished(run.steps, "The run was stopped before its gates had passed.");
    }
    why = next.why;
  }
  return unfinished(run.steps, why ?? "Its gates have not passed.");
}

/** A run without gates is done after its last iteration. */
function unfinished(steps: readonly Step[], reason: string): RunEnding {
  return steps.some(({ gate }) => gate !== null) ? { kind: "unproven", reason } : { kind: "done" };
}

async function performIteration(work: RunContext, iteration: number, resumed: Resumed): Promise<Next> {
  const { job, run } = work;
  for (const [index, step] of run.steps.entries()) {
    const turn = iteration * run.steps.length + index;
    if (!resumed.stepsDone.has(turn)) {
      if (!(await waitWhilePaused(job, run.id))) return { kind: "stopped" };
      const { resumable } = resumed;
      const begun = resumable?.turn === turn ? resumable : null;
      await performStep(work, { step, turn, begun, lacks: lacksOf(work, iteration - 1) });
    }
    if (step.gate !== null && work.shown.get(turn)?.pass !== true) return await afterGate(work, step, turn);
  }
  return await endIteration(work, iteration);
}

/** The gates of the last iteration once more, on the newest commit, which somebody else's work has become part of. */
export async function rerunGates(work: RunContext): Promise<RunEnding> {
  const last = Math.max(0, ...[...work.shown.keys()].map((turn) => Math.floor(turn / work.run.steps.length)));
  const next = await endIteration(work, last);
  if (next.kind === "done" || next.kind === "unproven") return next;
  const reason = next.kind === "again" ? next.why : null;
  return unfinished(work.run.steps, reason ?? "Its gates have not passed after what somebody else has pushed.");
}

async function endIteration(work: RunContext, iteration: number): Promise<Next> {
  const { run } = work;
  const turns = turnsOf(work, iteration);
  if (run.steps.some(({ gate }) => gate !== null)) {
    const commit = await newestCommit(work);
    for (const { turn, step } of turns) {
      const before = work.shown.get(turn)?.commit ?? null;
      await rerunGate(work, turn, commit, before !== null && (await isSameTree(work.mirror, before, commit)));
      if (step.gate !== null && work.shown.get(turn)?.pass !== true) return await afterGate(work, step, turn);
    }
    return { kind: "done" };
  }
  const judged = turns.findLast(({ step }) => step.role === "judge");
  const isDone = judged === undefined || work.shown.get(judged.turn)?.pass === true;
  return isDone ? { kind: "done" } : { kind: "again", why: null };
}

async function afterGate(work: RunContext, step: Step, turn: number): Promise<Next> {
  const shown = work.shown.get(turn);
  const reason = `The gate of ${step.name} has not passed. ${shown?.feedback ?? ""}`.trim();
  switch (step.gate?.onFail) {
    case "fail":
      return { kind: "unproven", reason };
    case "ask": {
      const answer = shown === undefined ? "stop" : await askAboutGate(work, step, shown.stepId);
      if (answer === "repeat") return { kind: "again", why: reason };
      // Somebody who accepts completes the run in the service.
      return answer === "accept" ? { kind: "done" } : { kind: "unproven", reason };
    }
    default:
      return { kind: "again", why: reason };
  }
}

function turnsOf({ run }: RunContext, iteration: number): { turn: number; step: Step }[] {
  return run.steps.map((step, index) => ({ turn: iteration * run.steps.length + index, step }));
}

const maxOutput = 8000;

/**
 * What the iteration before lacked, for the prompts of this one. The first iteration of a round follows the last one
 * before the round. What a command or a judge wrote is fenced as data.
 */
function lacksOf(work: RunContext, iteration: number): string {
  const shownBy = ({ turn, step }: { turn: number; step: Step }) =>
    iteration < 0 ? work.shownBefore.get(step.stepIndex) : work.shown.get(turn);
  const lacking = turnsOf(work, iteration).flatMap((place) => {
    const shown = shownBy(place);
    if (shown === undefined || shown.pass) return [];
    const output = shown.output === null || shown.output === "" ? "" : fenced(truncateStart(shown.output, maxOutput));
    return [[`${place.step.name}: ${wordsOf(place.step, shown.feedback)}`, output].filter(Boolean).join("\n\n")];
  });
  return lacking.join("\n\n");
}

/** A judge may repeat what it has read, with headings that look like ours. */
function wordsOf(step: Step, feedback: string | null): string {
  if (feedback === null || feedback.trim() === "") return "It has not passed.";
  return step.gate?.kind === "command" ? feedback : `It has not passed.\n\n${fenced(feedback)}`;
}
