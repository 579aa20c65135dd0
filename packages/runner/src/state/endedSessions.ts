// The sessions in which agents have completed steps, so that a round of the same run can continue them. The worktree
// and its record are gone by then.
import * as z from "zod";
import { JsonFiles } from "./jsonFiles";

const endedSession = z.object({
  runId: z.string(),
  attempt: z.number(),
  /** The place of the step in its workflow. */
  stepIndex: z.number(),
  agent: z.string(),
  sessionId: z.string(),
  /** What the agent has left. */
  commit: z.string(),
});
type EndedSession = z.infer<typeof endedSession>;
type Place = Pick<EndedSession, "runId" | "attempt" | "stepIndex">;

/** A run that nobody has continued for so long begins with a new session. */
const maxSessions = 1000;

export class EndedSessions {
  private readonly files: JsonFiles<EndedSession>;

  constructor(folder: string, warn: (message: string) => void) {
    this.files = new JsonFiles({ folder, shape: endedSession, nameOf, warn });
  }

  async read(place: Place): Promise<EndedSession | null> {
    return await this.files.read(nameOf(place));
  }

  async write(session: EndedSession): Promise<void> {
    await this.files.write(session);
  }

  async remove(place: Place): Promise<void> {
    await this.files.remove(nameOf(place));
  }

  async prune(): Promise<void> {
    await this.files.keepNewest(maxSessions);
  }
}

function nameOf({ runId, attempt, stepIndex }: Place): string {
  return `${encodeURIComponent(runId)}-${attempt}-${stepIndex}`;
}
