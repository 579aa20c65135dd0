// What the runner writes down of an agent's session, so that the next claim can continue it.
import { isAncestor, resolveCommit } from "../../git/mirror";
import type { Step } from "../../service/claims";
import type { AskedQuestion, SessionRecord } from "../../state/workRecords";
import type { RunContext } from "./context";

type Work = Pick<RunContext, "job" | "run">;

export async function saveSession({ job, run }: Work, session: SessionRecord): Promise<void> {
  const { records } = job.tools;
  const record = await records.read({ subjectId: run.id, attempt: run.attempt });
  if (record !== null) await records.write({ ...record, session });
}

/** Keeps what the agent has ended with beside its session, which may have been opened meanwhile. */
export async function saveOutput(work: Work, session: SessionRecord, output: unknown): Promise<void> {
  const { id: subjectId, attempt } = work.run;
  const kept = (await work.job.tools.records.read({ subjectId, attempt }))?.session ?? session;
  await saveSession(work, { ...kept, output });
}

/** Notes the session of a step that is completed, for the rounds of its run. */
export async function keepEndedSession({ job, run }: Work, { stepIndex }: Step, commit: string): Promise<void> {
  const { records, endedSessions } = job.tools;
  const { id: runId, attempt } = run;
  const session = (await records.read({ subjectId: runId, attempt }))?.session ?? null;
  if (session === null || !session.canResume || session.sessionId === null) return;
  const { agent, sessionId } = session;
  await endedSessions.write({ runId, attempt, stepIndex, agent, sessionId, commit });
}

/**
 * The session in which this runner's agent has completed the step already, in the run or in an earlier round. Where a
 * person has taken its work off the branch, the agent must not remember it.
 */
export async function findEndedSession(
  { job, run, mirror }: Work & Pick<RunContext, "mirror">,
  { stepIndex }: Step,
  { agent, start }: Pick<SessionRecord, "agent" | "start">,
): Promise<string | null> {
  const { id: runId, attempt } = run;
  const found = await job.tools.endedSessions.read({ runId, attempt, stepIndex });
  if (found?.agent !== agent || (await resolveCommit(mirror, found.commit)) === null) return null;
  return (await isAncestor(mirror, found.commit, start)) ? found.sessionId : null;
}

/** A session that has failed would fail each round. */
export async function forgetEndedSession({ job, run }: Work, { stepIndex }: Step): Promise<void> {
  await job.tools.endedSessions.remove({ runId: run.id, attempt: run.attempt, stepIndex });
}

/** The most questions that a resumed agent reads. */
const maxAsked = 10;

/** Changes of one session. An agent may ask several questions at once, and they are written one after the other. */
export class SavedSession {
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly work: Work,
    private session: SessionRecord,
  ) {}

  get asked(): readonly AskedQuestion[] {
    return this.session.asked ?? [];
  }

  async change(changes: Partial<SessionRecord>): Promise<void> {
    this.session = { ...this.session, ...changes };
    const write = () => saveSession(this.work, this.session);
    this.last = this.last.then(write, write);
    await this.last;
  }

  async addQuestion(question: AskedQuestion): Promise<void> {
    const others = this.asked.filter(({ questionId }) => questionId !== question.questionId);
    await this.change({ asked: [...others, question].slice(-maxAsked) });
  }
}
