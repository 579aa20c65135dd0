// One step of a run: an agent works in the worktree, and what it has changed becomes a commit.
import { randomUUID } from "node:crypto";
import { commitStep, keepWork, resetTo } from "../../git/commits";
import { objectsOf } from "../../git/isolatedGit";
import { continuationOf, promptOf } from "../../prompt/prompt";
import type { AskedBefore } from "../../prompt/prompt";
import type { Agent } from "../../agents/agent";
import { Transcript } from "../../report/transcript";
import { Usage } from "../../report/usage";
import type { Step } from "../../service/claims";
import type { SessionRecord } from "../../state/workRecords";
import { agentFor } from "../../conversations/chooseAgent";
import { Deferred, Hopeless } from "../../jobs/contract";
import { conduct } from "../../conversations/turn";
import type { Outcome } from "../../conversations/turn";
import { askPerson, questionsNow } from "./askPerson";
import { keep, SessionNotes } from "./sessionRecord";
import { mayGoOn, watchPause } from "./pause";
import { faultOfOutput } from "./checkOutput";
import { setUpOnce } from "./setup";
import { handOver, reportWork, takesOutput, tipOf } from "./context";
import type { RunWork } from "./context";
import { beginning } from "../../text/truncate";

interface Turn {
  step: Step;
  /** The number of the step over all iterations. */
  turn: number;
  /** The agent's session that an earlier claim has begun. */
  begun: SessionRecord | null;
}

/** Tries the step as often as the workflow allows. Throws Hopeless when the last try has failed. */
export async function performStep(work: RunWork, { step, turn, begun }: Turn): Promise<void> {
  let failure: string | null = null;
  for (let tries = 0; tries <= step.maxRetries; tries++) {
    failure = await tryStep(work, { step, turn, begun: tries === 0 ? begun : null, failure });
    if (failure === null) return;
  }
  throw new Hopeless(sentence(named(step, failure ?? "failed")));
}

/** Our own reasons continue the name of the step; an agent's reason is a sentence. */
function named({ name }: Step, failure: string): string {
  return /^\p{Lu}/u.test(failure) ? `The step ${name} failed: ${failure}` : `The step ${name} ${failure}`;
}

/** A reason of the agent's own may end with a full stop. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

interface Try extends Turn {
  failure: string | null;
}

/** Returns null, or a text that says how the try has failed. */
async function tryStep(work: RunWork, trying: Try): Promise<string | null> {
  const { job, run } = work;
  const { step, turn } = trying;
  job.doing(`${step.name} (${(turn % run.steps.length) + 1}/${run.steps.length})`);
  const session = trying.begun ?? (await begin(work, trying));
  const { stepId, sandboxId } = session;
  await setUpOnce(work, sandboxId);
  const usage = new Usage(job.lastCall, sandboxId);
  const outcome = checked(work, trying, await converse(work, trying, session, usage));
  if (outcome.kind === "completed") {
    const ending = takesOutput(work, turn) ? { output: outcome.output } : null;
    if (ending !== null) await keep(work, { ...session, ...ending });
    const to = await commitStep({ ...work, start: session.start, ...wordsOf(work, trying), runId: run.id, turn });
    await handOver(work, sandboxId, session.start, to);
    await job.call("sandbox.updateStatus", { sandboxId, status: "stopped" });
    await job.call("runStep.updateStatus", { stepId, status: "completed", ...usage.ofStep, ...ending });
    if (ending !== null) work.outputs.set(turn, { name: step.name, ...ending });
    return null;
  }
  if (outcome.kind === "limit") throw limited(outcome);
  const reason = outcome.kind === "failed" ? outcome.reason : "ended early";
  await reportFailure(work, session);
  await job.call("sandbox.updateStatus", { sandboxId, status: "failed" });
  await job.call("runStep.updateStatus", { stepId, status: "failed", ...usage.ofStep });
  return reason;
}

/** An output that does not fit fails the try before anything is committed, and the next try learns why. */
function checked(work: RunWork, trying: Try, outcome: Outcome): Outcome {
  if (outcome.kind !== "completed" || !takesOutput(work, trying.turn)) return outcome;
  const fault = faultOfOutput(trying.step.outputSchema, outcome.output);
  return fault === null ? outcome : { kind: "failed", reason: `ended with an output that does not fit: ${fault}` };
}

/** Makes the rows of the step and writes down where it begins. */
async function begin({ job, run, mirror, worktree }: RunWork, { step, turn }: Turn): Promise<SessionRecord> {
  const { call } = job;
  const runId = run.id;
  const { role, name, persona } = step;
  const agent = agentOf({ job, run }, step);
  const row = { runId, role, name, stepIndex: turn, ...(persona === null ? {} : { personaId: persona.personaId }) };
  const { id: stepId } = await call("runStep.create", row);
  const place = { runId, stepId, runtimeSandboxId: `${stepId}/${randomUUID()}`, branchName: worktree.branch };
  const { id: sandboxId } = await call("sandbox.create", { ...place, status: "running" });
  await call("runStep.updateStatus", { stepId, status: "running", sandboxId, toolDisplayName: agent.name });
  const currentIteration = Math.floor(turn / run.steps.length) + 1;
  const progress = { currentStepLabel: name, currentIteration, activeStepId: stepId, activeSandboxId: sandboxId };
  await call("run.updateProgress", { runId, progress });
  const start = await tipOf({ mirror, worktree });
  const session = { agent: agent.name, sessionId: null, canResume: false, stepId, sandboxId, turn, start };
  await keep({ job, run }, session);
  return session;
}

function agentOf({ job, run }: Pick<RunWork, "job" | "run">, { name: step, role, persona }: Step): Agent {
  return agentFor(job.tools, { workflow: run.workflow.name, step, role, persona: persona?.cliId ?? null });
}

/** Lets the agent work until it ends. A pause interrupts an agent that can be resumed, and it is resumed afterwards. */
async function converse(work: RunWork, trying: Try, session: SessionRecord, usage: Usage): Promise<Outcome> {
  const { job, run } = work;
  const { claim, lastCall, signal, tools } = job;
  const { sandboxId, stepId } = session;
  const notes = new SessionNotes(work, session);
  let { sessionId } = session;
  for (let part = 1; ; part++) {
    const transcript = new Transcript(lastCall, { sandboxId, name: `${stepId}/${claim.fence}.${part}` });
    const agent = agentOf(work, trying.step);
    const watch = watchPause(job, run.id);
    try {
      const resumed = sessionId === null ? null : { sessionId, questions: await questionsNow(job, notes.asked) };
      const running = agent.start(taskOf(work, trying, resumed), placeOf(work, trying));
      tools.activeSessions.set(sandboxId, running);
      const outcome = await reported(
        transcript,
        conduct(running, {
          transcript,
          usage,
          signal,
          paused: watch.signal,
          timeLimitMs: trying.step.timeoutMs,
          onSession: async ({ id, canResume }) => {
            sessionId = canResume ? id : null;
            await notes.change({ sessionId: id, canResume });
          },
          onAsk: (asked) => askPerson(job, { runId: run.id, stepId, turn: trying.turn, notes }, asked),
        }),
      );
      if (outcome.kind !== "paused") return outcome;
    } finally {
      tools.activeSessions.delete(sandboxId);
      watch.end();
    }
    if (!(await mayGoOn(job, run.id))) return { kind: "failed", reason: "was stopped while it was paused" };
  }
}

/** Everything that the agent has said is sent before the turn counts as over, also when it was interrupted. */
async function reported<Result>(transcript: Transcript, turn: Promise<Result>): Promise<Result> {
  try {
    return await turn;
  } finally {
    await transcript.finish();
  }
}

interface Resumed {
  sessionId: string;
  questions: AskedBefore[];
}

function taskOf(work: RunWork, { step, turn, failure }: Try, resumed: Resumed | null) {
  const { run, layout } = work;
  const iteration = Math.floor(turn / run.steps.length) + 1;
  const prompt = promptOf({ run, step, iteration, layout, outputs: [...work.outputs.values()], failure });
  const resume = resumed && { sessionId: resumed.sessionId, prompt: continuationOf(resumed.questions) };
  const { model, thinkingEffort, timeoutMs: timeLimitMs } = step;
  const outputSchema = takesOutput(work, turn) ? step.outputSchema : null;
  return { prompt, resume, model, thinkingEffort, outputSchema, timeLimitMs };
}

function placeOf({ job, run, mirror, worktree }: RunWork, { step }: Try) {
  const { isolation, folders } = job.tools;
  const number = String(run.runNumber);
  const about = {
    SWITCHYARD_RUN_ID: run.id,
    SWITCHYARD_RUN_NUMBER: number,
    SWITCHYARD_STEP: step.name,
    SWITCHYARD_ROLE: step.role,
  };
  const task = { SWITCHYARD_INSTRUCTIONS: step.instructions ?? "" };
  const env = { ...run.settings.envVars, ...about, ...task };
  const readable = [objectsOf(mirror.folder)];
  return { worktree: worktree.folder, readable, env, isolation, temporary: folders.temporary };
}

function wordsOf({ run }: RunWork, { step }: Turn): { title: string; text: string } {
  return { title: beginning(`${step.name}: ${firstLine(run.name)}`, 120), text: "" };
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] ?? "";
}

/** Shows what a failed try has changed, keeps it beside the branch, and puts the worktree back for the next try. */
async function reportFailure(work: RunWork, { sandboxId, start }: SessionRecord): Promise<void> {
  const { run, mirror, worktree, author } = work;
  const kept = await keepWork(mirror, worktree.folder, `run-${run.runNumber}-${run.attempt}`, author);
  await reportWork(work, sandboxId, start, kept ?? start);
  await resetTo(mirror, worktree.folder, start);
}

/** Without a time from the provider the job is tried again as after any other failure. Times are never invented. */
function limited({ resetsAtMs, reason }: Extract<Outcome, { kind: "limit" }>): Error {
  return resetsAtMs === null ? new Error(reason) : new Deferred(resetsAtMs, reason);
}
