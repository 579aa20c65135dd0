// One step of a run: an agent works in the worktree, and what it has changed becomes a commit.
import { randomUUID } from "node:crypto";
import { commitStep, saveUncommittedWork, resetTo } from "../../git/commits";
import { objectsFolder } from "../../git/isolatedGit";
import { continuationOf, furtherPrompt, promptOf } from "../../prompt/prompt";
import type { AskedBefore } from "../../prompt/prompt";
import type { Agent, AgentSession, Task, Workspace } from "../../agents/agent";
import { withoutToken } from "../../agents/withoutToken";
import { roundText } from "../../prompt/roundText";
import { Transcript } from "../../report/transcript";
import { Usage } from "../../report/usage";
import type { Step } from "../../service/claims";
import type { SessionRecord } from "../../state/workRecords";
import { chooseAgent } from "../../conversations/chooseAgent";
import { requireStartableAgent } from "../../conversations/requireStartableAgent";
import { DeferJobError, PermanentJobError } from "../../jobs/contract";
import { runTurn } from "../../conversations/turn";
import type { TurnOutcome } from "../../conversations/turn";
import { uploadArtifacts } from "./artifacts";
import { askPerson, readAskedQuestions } from "./askPerson";
import {
  findEndedSession,
  forgetEndedSession,
  keepEndedSession,
  saveOutput,
  saveSession,
  SavedSession,
} from "./sessionRecord";
import { waitWhilePaused, watchForPause } from "./pause";
import { completeStep } from "./completeStep";
import { readReply, replySchema } from "./judgement";
import type { Reply } from "./judgement";
import { setUpWorktreeOnce } from "./setup";
import { stepIndexOf } from "./plan";
import { clearUnaddressed, noteUnaddressed } from "./unaddressedFeedback";
import { withoutConflicts, writeConflicts } from "./mergeBase";
import { publishStep, reportChanges, expectsOutput, newestCommit } from "./context";
import type { RunContext } from "./context";
import { truncate } from "../../text/truncate";

interface Turn {
  step: Step;
  /** The number of the step over all iterations. */
  turn: number;
  /** The agent's session that an earlier claim has begun. */
  begun: SessionRecord | null;
  /** What the iteration before this one lacked. */
  lacks: string;
}

/** Tries the step as often as the workflow allows. Throws PermanentJobError when the last try has failed. */
export async function performStep(work: RunContext, { step, turn, begun, lacks }: Turn): Promise<void> {
  let failure: string | null = null;
  let left = step.maxRetries;
  for (let tries = 0; ; tries++) {
    const ended = await tryStep(work, { step, turn, begun: tries === 0 ? begun : null, lacks, failure });
    if (ended === null) return;
    failure = ended.reason;
    // The step itself has not been tried by an agent whose earlier session was not usable any more.
    if (!ended.wasEarlierSession && left-- === 0) break;
  }
  throw new PermanentJobError(sentence(named(step, failure)));
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

interface Conversation extends Try {
  /** The session in which the agent has completed the step already, in the run or in an earlier round. */
  earlier: string | null;
  /** The files in which the agent finds both sides of a merge. */
  conflicts: readonly string[];
}

interface FailedTry {
  reason: string;
  wasEarlierSession: boolean;
}

/** Returns null, or how the try has failed. */
async function tryStep(work: RunContext, trying: Try): Promise<FailedTry | null> {
  const { job, run } = work;
  const { step, turn } = trying;
  job.reportProgress(`${step.name} (${(turn % run.steps.length) + 1}/${run.steps.length})`);
  const { fence } = job.claim;
  await requireStartableAgent(job.tools, { agent: agentOf(work, step), fence, env: run.settings.envVars });
  const begun = trying.begun ?? (await begin(work, trying));
  const { stepId, sandboxId } = begun;
  if (trying.begun === null && turn % run.steps.length === 0) await clearUnaddressed(work);
  await setUpWorktreeOnce(work, sandboxId);
  const session = turn === 0 && trying.begun === null ? await writeConflicts(work, begun) : begun;
  const { commit: merged, conflicts } = session.merge ?? { commit: null, conflicts: [] };
  const usage = new Usage(job.lastCall, sandboxId);
  const earlier = await earlierSession(work, trying, session);
  const said = await runOneOffSession(work, { ...trying, earlier, conflicts }, session, usage);
  const outcome = await withoutConflicts(work, checked(work, trying, said), conflicts);
  if (outcome.kind === "completed") {
    const { reply, given } = outcome;
    if (given !== undefined) await saveOutput(work, session, given);
    await noteUnaddressed(work);
    const words = wordsOf(work, trying);
    const about = { runId: run.id, turn, round: work.round?.number ?? 0, merged };
    const to = await commitStep({ ...work, start: session.start, ...words, ...about });
    await publishStep(work, sandboxId, session.start, to);
    await uploadArtifacts(work, step, { stepId, sandboxId });
    await job.call("sandbox.updateStatus", { sandboxId, status: "stopped" });
    await keepEndedSession(work, step, to);
    await completeStep(work, { stepId, turn, commit: to, reply, more: usage.ofStep });
    return null;
  }
  if (outcome.kind === "limit") throw limited(outcome);
  const reason = outcome.kind === "failed" ? outcome.reason : "ended early";
  await uploadArtifacts(work, step, { stepId, sandboxId });
  await reportFailure(work, session);
  await job.call("sandbox.updateStatus", { sandboxId, status: "failed" });
  await job.call("runStep.updateStatus", { stepId, status: "failed", ...usage.ofStep });
  if (earlier !== null) await forgetEndedSession(work, step);
  return { reason, wasEarlierSession: earlier !== null };
}

/** The first step of a round continues the session of its agent. A try that has failed may have spoilt it. */
async function earlierSession(
  work: RunContext,
  { step, turn, failure }: Try,
  session: SessionRecord,
): Promise<string | null> {
  if (work.round === null || turn !== 0 || failure !== null || session.sessionId !== null) return null;
  return await findEndedSession(work, step, session);
}

type CheckedOutcome =
  | Exclude<TurnOutcome, { kind: "completed" }>
  /** `given` is what the agent has ended with, as it was. It is undefined where nothing was asked for. */
  | { kind: "completed"; reply: Reply; given: unknown };

/** An output that does not fit fails the try before anything is committed, and the next try learns why. */
function checked(work: RunContext, { step, turn }: Try, outcome: TurnOutcome): CheckedOutcome {
  if (outcome.kind !== "completed") return outcome;
  const hasOutput = expectsOutput(work, turn);
  const reply = readReply(step, hasOutput, outcome.output);
  if (typeof reply === "string") return { kind: "failed", reason: `ended with an output that does not fit: ${reply}` };
  return { kind: "completed", reply, given: replySchema(step, hasOutput) === null ? undefined : outcome.output };
}

/** Makes the rows of the step and writes down where it begins. */
async function begin(work: RunContext, { step, turn }: Turn): Promise<SessionRecord> {
  const { job, run, mirror, worktree } = work;
  const { call } = job;
  const runId = run.id;
  const { role, name, persona } = step;
  const agent = agentOf({ job, run }, step);
  const row = {
    runId,
    role,
    name,
    stepIndex: stepIndexOf(work, turn),
    ...(persona === null ? {} : { personaId: persona.personaId }),
  };
  const { id: stepId, traceparent } = await call("runStep.create", row);
  const place = {
    runId,
    stepId,
    runtimeSandboxId: `${stepId}/${randomUUID()}`,
    branchName: worktree.branch,
    folder: worktree.folder,
  };
  const { id: sandboxId } = await call("sandbox.create", { ...place, status: "running" });
  await call("runStep.updateStatus", { stepId, status: "running", sandboxId, toolDisplayName: agent.name });
  const currentIteration = Math.floor(turn / run.steps.length) + 1;
  const progress = { currentStepLabel: name, currentIteration, activeStepId: stepId, activeSandboxId: sandboxId };
  await call("run.updateProgress", { runId, progress });
  const start = await newestCommit({ mirror, worktree });
  const begun = { agent: agent.name, sessionId: null, canResume: false, stepId, sandboxId, turn, start };
  // A service of an earlier version knows no traces.
  const session = traceparent === undefined ? begun : { ...begun, traceparent };
  await saveSession({ job, run }, session);
  return session;
}

function agentOf({ job, run }: Pick<RunContext, "job" | "run">, { name: step, role, persona }: Step): Agent {
  return chooseAgent(job.tools, { workflow: run.workflow.name, step, role, persona: persona?.cliId ?? null });
}

/** Lets the agent work until it ends. A pause interrupts an agent that can be resumed, and it is resumed afterwards. */
async function runOneOffSession(
  work: RunContext,
  trying: Conversation,
  session: SessionRecord,
  usage: Usage,
): Promise<TurnOutcome> {
  const { job, run } = work;
  const { claim, lastCall, signal, tools } = job;
  const { sandboxId, stepId } = session;
  const notes = new SavedSession(work, session);
  let { sessionId } = session;
  for (let part = 1; ; part++) {
    const transcript = new Transcript(lastCall, { sandboxId, name: `${stepId}/${claim.fence}.${part}` });
    const agent = agentOf(work, trying.step);
    const watch = watchForPause(job, run.id);
    try {
      const resumed = sessionId === null ? null : { sessionId, questions: await readAskedQuestions(job, notes.asked) };
      const running = startAgent(work, agent, taskOf(work, trying, resumed), placeOf(work, trying, session));
      tools.activeSessions.set(sandboxId, running);
      const outcome = await reported(
        transcript,
        runTurn(running, {
          transcript,
          usage,
          signal,
          paused: watch.signal,
          timeLimitMs: trying.step.timeoutMs,
          onSession: async ({ id, canResume }) => {
            sessionId = canResume ? id : null;
            await notes.change({ sessionId: id, canResume });
          },
          onAsk: (asked, ends) => askPerson(job, { runId: run.id, stepId, turn: trying.turn, notes, ends }, asked),
        }),
      );
      if (outcome.kind !== "paused") {
        // The agent may have ended while it waited for an answer.
        await job.slot.enter();
        return outcome;
      }
    } finally {
      tools.activeSessions.delete(sandboxId);
      watch.end();
    }
    const mayContinue = await waitWhilePaused(job, run.id);
    // The run may have been resumed before anybody noticed, and its agent may have waited for an answer until then.
    await job.slot.enter();
    if (!mayContinue) return { kind: "failed", reason: "was stopped while it was paused" };
  }
}

/** The token that the agent gets is in nothing that people see of it. */
function startAgent({ mcp }: RunContext, agent: Agent, task: Task, place: Workspace): AgentSession {
  const session = agent.start(task, { ...place, mcp });
  return mcp === undefined ? session : withoutToken(session, mcp.token);
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

function taskOf(work: RunContext, conversation: Conversation, resumed: Resumed | null) {
  const { step, turn, lacks, failure, earlier, conflicts } = conversation;
  const { run, layout } = work;
  const iteration = Math.floor(turn / run.steps.length) + 1;
  const asked = work.round === null ? "" : roundText({ ...work.round, lines: work.lines });
  const parts = { run, step, iteration, layout, outputs: [...work.outputs.values()], lacks, failure };
  const prompt = promptOf({ ...parts, asked, conflicts });
  const started = earlier === null ? null : { sessionId: earlier, prompt: furtherPrompt(prompt) };
  const resume =
    resumed === null ? started : { sessionId: resumed.sessionId, prompt: continuationOf(resumed.questions) };
  const { model, thinkingEffort, timeoutMs: timeLimitMs } = step;
  const outputSchema = replySchema(step, expectsOutput(work, turn));
  return { prompt, resume, model, thinkingEffort, outputSchema, timeLimitMs };
}

function placeOf({ job, run, mirror, worktree }: RunContext, { step }: Try, { traceparent }: SessionRecord) {
  const { isolation, folders } = job.tools;
  const number = String(run.runNumber);
  const about = {
    SWITCHYARD_RUN_ID: run.id,
    SWITCHYARD_RUN_NUMBER: number,
    SWITCHYARD_STEP: step.name,
    SWITCHYARD_ROLE: step.role,
  };
  const task = { SWITCHYARD_INSTRUCTIONS: step.instructions ?? "" };
  const trace = traceparent === undefined ? {} : { TRACEPARENT: traceparent };
  const env = { ...run.settings.envVars, ...about, ...task, ...trace };
  const readable = [objectsFolder(mirror.folder)];
  return { worktree: worktree.folder, readable, env, isolation, temporary: folders.temporary };
}

function wordsOf({ run }: RunContext, { step }: Pick<Turn, "step">): { title: string; text: string } {
  return { title: truncate(`${step.name}: ${firstLine(run.name)}`, 120), text: "" };
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] ?? "";
}

/** Shows what a failed try has changed, keeps it beside the branch, and puts the worktree back for the next try. */
async function reportFailure(work: RunContext, { sandboxId, start }: SessionRecord): Promise<void> {
  const { run, mirror, worktree, author } = work;
  const kept = await saveUncommittedWork(mirror, worktree.folder, `run-${run.runNumber}-${run.attempt}`, author);
  await reportChanges(work, sandboxId, start, kept ?? start);
  await resetTo(mirror, worktree.folder, start);
}

/** Without a time from the provider the job is tried again as after any other failure. Times are never invented. */
function limited({ resetsAtMs, reason }: Extract<TurnOutcome, { kind: "limit" }>): Error {
  return resetsAtMs === null ? new Error(reason) : new DeferJobError(resetsAtMs, reason);
}
