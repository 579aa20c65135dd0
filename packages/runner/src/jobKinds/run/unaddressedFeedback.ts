// What the agent of a round has left undone, and why. It says so in a file beside what it reads, which every agent can
// write. The file is gone with the next claim, so the record of the work keeps what it says.
import { FileTooLargeError, NotPlainFileError } from "../../agentFiles/openFile";
import { readText } from "../../agentFiles/readFile";
import { writeFileBelow } from "../../agentFiles/writeFile";
import { undoneFile } from "../../prompt/roundText";
import { isRecord } from "../../text/json";
import { truncate } from "../../text/truncate";
import type { RunContext } from "./context";
import type { Round } from "./plan";

type Work = Pick<RunContext, "job" | "run" | "round" | "worktree">;

const maxBytes = 200_000;
const maxReason = 2000;

/** Call it before an agent begins. What an earlier iteration has left undone may be done now. */
export async function clearUnaddressed({ round, worktree }: Pick<Work, "round" | "worktree">): Promise<void> {
  if (round !== null) await writeFileBelow(worktree.folder, undoneFile, "{}\n", 0o644);
}

/** Call it before the work of a step is committed. What the newest step says counts. */
export async function noteUnaddressed({ job, run, round, worktree }: Work): Promise<void> {
  if (round === null) return;
  const { records } = job.tools;
  const record = await records.read({ subjectId: run.id, attempt: run.attempt });
  if (record === null) return;
  const reasons = readReasons(await textOf(worktree.folder), round);
  await records.write({ ...record, undone: { round: round.number, reasons } });
}

/** The reasons by the number of the item in the prompt, which counts from 1. */
export async function readUnaddressed({ job, run, round }: Work): Promise<Map<number, string>> {
  const record = await job.tools.records.read({ subjectId: run.id, attempt: run.attempt });
  const { undone } = record ?? {};
  if (undone === undefined || undone.round !== round?.number) return new Map();
  return new Map(Object.entries(undone.reasons).map(([number, reason]) => [Number(number), reason]));
}

/** The file of an agent that does not keep to the form says nothing. */
export function readReasons(text: string, { feedback }: Pick<Round, "feedback">): Record<string, string> {
  const given = parsed(text);
  if (!isRecord(given)) return {};
  const reasons = feedback.flatMap((_, index): [string, string][] => {
    const reason = given[String(index + 1)];
    if (typeof reason !== "string" || reason.trim() === "") return [];
    return [[String(index + 1), truncate(reason.trim(), maxReason)]];
  });
  return Object.fromEntries(reasons);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

async function textOf(folder: string): Promise<string> {
  try {
    return (await readText(folder, undoneFile, maxBytes)) ?? "";
  } catch (error) {
    if (error instanceof NotPlainFileError || error instanceof FileTooLargeError) return "";
    throw error;
  }
}
