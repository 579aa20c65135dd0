// What the runner remembers about the work that it has in worktrees, so that its next start can continue it.
import { rm } from "node:fs/promises";
import path from "node:path";
import { readState, stateFiles, writeState } from "./files";

/** A question of the agent that a person answers. */
export interface AskedQuestion {
  questionId: string;
  title: string;
}

/** An agent's session in one step. */
export interface SessionRecord {
  agent: string;
  sessionId: string | null;
  canResume: boolean;
  stepId: string;
  sandboxId: string;
  turn: number;
  /** The commit at which the step began. */
  start: string;
  /** The output of a step that has one, kept before the commit: the step may have to be completed after a crash. */
  output?: unknown;
  /** What the agent has asked. A resumed agent is told the answers, because nothing else brings them to it. */
  asked?: readonly AskedQuestion[];
}

/** Each attempt of a run has a worktree of its own, and so a record of its own. */
interface WorkName {
  /** The id of the run. */
  subjectId: string;
  attempt: number;
}

export interface WorkRecord extends WorkName {
  repoUrl: string;
  mirror: string;
  worktree: string;
  branch: string;
  session: SessionRecord | null;
  /** Whether the setup of the worktree has succeeded. */
  isSetUp?: boolean;
  updatedAtMs: number;
}

export class Records {
  constructor(private readonly folder: string) {}

  async read(work: WorkName): Promise<WorkRecord | null> {
    return await readState<WorkRecord>(this.fileOf(work));
  }

  async write(record: Omit<WorkRecord, "updatedAtMs">): Promise<void> {
    await writeState(this.fileOf(record), { ...record, updatedAtMs: Date.now() });
  }

  async remove(work: WorkName): Promise<void> {
    await rm(this.fileOf(work), { force: true });
  }

  async all(): Promise<WorkRecord[]> {
    const read = await Promise.all((await stateFiles(this.folder)).map((file) => readState<WorkRecord>(file)));
    return read.filter((record) => record !== null);
  }

  private fileOf({ subjectId, attempt }: WorkName): string {
    return path.join(this.folder, `${encodeURIComponent(subjectId)}-${attempt}.json`);
  }
}
