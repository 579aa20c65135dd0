// learning.extract: an agent reads what was said in a sandbox and says what others should learn from it.
import { mkdir, mkdtemp } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { removeTemporary } from "../agentFiles/removeFolder";
import type { LearningJob } from "../service/claims";
import type { FoundLearning } from "../service/operations";
import { truncateStart } from "../text/truncate";
import { chooseAgent } from "../conversations/chooseAgent";
import { PermanentJobError } from "../jobs/contract";
import type { Job } from "../jobs/contract";
import { runOneOffSession } from "../conversations/runOneOffSession";
import type { AgentChoiceTools } from "../conversations/chooseAgent";
import type { ConversationTools } from "../conversations/runOneOffSession";

export type LearningTools = ConversationTools & AgentChoiceTools;

const learning = z.object({
  category: z.string().min(1).max(100),
  content: z.string().min(1).max(10_000),
  trigger: z.string().max(2000).default(""),
  correctBehavior: z.string().max(10_000).default(""),
  severity: z.enum(["low", "medium", "high", "critical"]).default("medium"),
  applicableRoles: z.array(z.string().min(1).max(60)).max(20).default([]),
});
const lessons = z.object({ learnings: z.array(learning).max(100) });
const schema = z.toJSONSchema(lessons, { io: "input" });
const maxTranscript = 200_000;

export async function extractLearnings(job: Job<LearningJob, LearningTools>): Promise<void> {
  const { call, claim } = job;
  const { sandbox, run } = claim;
  if (sandbox === null) return;
  const sandboxId = sandbox.id;
  await call("sandbox.updateLearningStatus", { sandboxId, learningStatus: "running" });
  const said = await transcriptOf(job, sandboxId);
  if (said === "") return void (await call("sandbox.updateLearningStatus", { sandboxId, learningStatus: "skipped" }));
  const found = await extract(job, sandboxId, said);
  const about = run === null ? { sandboxId } : { sandboxId, runId: run.id };
  const learnings: FoundLearning[] = found.map((one) => Object.assign(withoutEmpty(one), about));
  if (learnings.length > 0) await call("learning.bulkStore", { learnings });
  await call("sandbox.updateLearningStatus", { sandboxId, learningStatus: "completed" });
}

type Lesson = z.infer<typeof learning>;

async function extract(job: Job<LearningJob, LearningTools>, sandboxId: string, said: string): Promise<Lesson[]> {
  const { tools, claim } = job;
  job.reportProgress("extracts learnings");
  await mkdir(tools.folders.temporary, { recursive: true });
  const folder = await mkdtemp(path.join(tools.folders.temporary, "learning-"));
  try {
    const task = "What can agents learn from this work for the next time? End with the learnings, or with none.";
    const prompt = `${task}\n\n# What was said\n\n${said}`;
    const agent = chooseAgent(tools, { step: claim.kind, role: "evaluator" });
    const model = claim.settings.learningModel;
    const env = { SWITCHYARD_INSTRUCTIONS: task };
    const output = await runOneOffSession(job, {
      agent,
      sandboxId,
      worktree: folder,
      mirror: null,
      prompt,
      model,
      outputSchema: schema,
      env,
    });
    const read = lessons.safeParse(output);
    if (!read.success) throw new PermanentJobError(`The agent ended without learnings: ${z.prettifyError(read.error)}`);
    return read.data.learnings;
  } finally {
    await removeTemporary(folder);
  }
}

/** The end of a long transcript says more than its beginning. */
async function transcriptOf({ call }: Job, sandboxId: string): Promise<string> {
  let text = "";
  for (let after: string | undefined; ;) {
    const messages = await call("message.listBySandbox", after === undefined ? { sandboxId } : { sandboxId, after });
    for (const { role, content } of messages) text = truncateStart(`${text}${role}: ${content}\n\n`, maxTranscript);
    after = messages.at(-1)?.id;
    if (after === undefined) return text.trim();
  }
}

function withoutEmpty({
  trigger,
  correctBehavior,
  applicableRoles,
  ...rest
}: Lesson): Omit<FoundLearning, "sandboxId"> {
  return {
    ...rest,
    ...(trigger === "" ? {} : { trigger }),
    ...(correctBehavior === "" ? {} : { correctBehavior }),
    ...(applicableRoles.length === 0 ? {} : { applicableRoles }),
  };
}
