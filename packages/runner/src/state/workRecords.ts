// What the runner remembers about the work that it has in worktrees, so that its next start can continue it.
import * as z from "zod";
import { JsonFiles } from "./jsonFiles";

/** A question of the agent that a person answers. */
const askedQuestion = z.object({ questionId: z.string(), title: z.string() });
export type AskedQuestion = z.infer<typeof askedQuestion>;

/** What the step merges, with the names of the files in which the agent finds both sides. */
const sessionMerge = z.object({ commit: z.string(), conflicts: z.array(z.string()) });

/** An agent's session in one step. */
const sessionRecord = z.object({
  agent: z.string(),
  sessionId: z.string().nullable(),
  canResume: z.boolean(),
  stepId: z.string(),
  sandboxId: z.string(),
  turn: z.number(),
  /** The commit at which the step began. */
  start: z.string(),
  /**
   * Missing where nothing is merged. The branch of the other side may move while the session is interrupted, and the
   * step must name as its parent the commit whose changes are in the files, never a newer one.
   */
  merge: sessionMerge.exactOptional(),
  /** The output of a step that has one, kept before the commit: the step may have to be completed after a crash. */
  output: z.unknown().optional(),
  /** What the agent has asked. A resumed agent reads the answers, because nothing else brings them to it. */
  asked: z.array(askedQuestion).exactOptional(),
  /** The place of the step in the trace of its run, in the form of W3C Trace Context. */
  traceparent: z.string().exactOptional(),
});
export type SessionRecord = z.infer<typeof sessionRecord>;

/** What the agent of a round has left undone: its reasons, by the numbers of the items. */
const undone = z.object({ round: z.number(), reasons: z.record(z.string(), z.string()) });

const workRecord = z.object({
  /** The id of the run. Each attempt of a run has a worktree of its own, and so a record of its own. */
  subjectId: z.string(),
  attempt: z.number(),
  repoUrl: z.string(),
  mirror: z.string(),
  worktree: z.string(),
  branch: z.string(),
  session: sessionRecord.nullable(),
  /** Whether the setup of the worktree has succeeded. */
  isSetUp: z.boolean().exactOptional(),
  undone: undone.exactOptional(),
  updatedAtMs: z.number(),
});
export type WorkRecord = z.infer<typeof workRecord>;
type WorkName = Pick<WorkRecord, "subjectId" | "attempt">;

export class WorkRecords {
  private readonly files: JsonFiles<WorkRecord>;

  constructor(folder: string, warn: (message: string) => void) {
    this.files = new JsonFiles({ folder, shape: workRecord, nameOf, warn });
  }

  async read(work: WorkName): Promise<WorkRecord | null> {
    return await this.files.read(nameOf(work));
  }

  async write(record: Omit<WorkRecord, "updatedAtMs">): Promise<void> {
    await this.files.write({ ...record, updatedAtMs: Date.now() });
  }

  async remove(work: WorkName): Promise<void> {
    await this.files.remove(nameOf(work));
  }

  async all(): Promise<WorkRecord[]> {
    return await this.files.all();
  }
}

function nameOf({ subjectId, attempt }: WorkName): string {
  return `${encodeURIComponent(subjectId)}-${attempt}`;
}
