// What the runner says in the threads of a round: which commit does what was asked, or why nothing does. All of it is
// said in our own words. An agent's reason is quoted, and nothing vouches for it.
import { printable } from "../../log/printable";
import { fenced } from "../../text/fence";
import { truncateWithEllipsis } from "../../text/truncate";
import type { RoundEnding } from "./iterations";
import type { Round } from "./plan";

interface Outcome {
  ending: RoundEnding;
  /** The newest commit of the branch. */
  commit: string;
  /** Whether the files are others than when the round began. */
  hasChanged: boolean;
  /** Why the agent has left items undone, by their number in its prompt. */
  undone: ReadonlyMap<number, string>;
}

type Item = Pick<Round["feedback"][number], "key" | "kind" | "isTrusted">;

interface ThreadAnswer {
  key: string;
  text: string;
}

/** Checks and conflicts have no thread. */
export function threadAnswers(feedback: readonly Item[], outcome: Outcome): ThreadAnswer[] {
  return feedback.flatMap(({ key, kind, isTrusted }, index) => {
    if (key === null || (kind !== "review" && kind !== "comment")) return [];
    return [{ key, text: answer(isTrusted, outcome.undone.get(index + 1), outcome) }];
  });
}

const maxReason = 1000;

function answer(isTrusted: boolean, reason: string | undefined, { ending, commit, hasChanged }: Outcome): string {
  if (ending.kind === "failed") return "Not done: the round has failed, and its run says why.";
  if (!isTrusted) return `Not done: the round that ended in ${commit} was given this as information only.`;
  if (reason !== undefined) {
    const quoted = fenced(printable(truncateWithEllipsis(reason, maxReason)));
    return `Not done in the round that ended in ${commit}. The agent gives this reason:\n\n${quoted}`;
  }
  if (!hasChanged) return `Not done: the round that ended in ${commit} has changed no files.`;
  if (ending.kind !== "done") return `Not done yet: the gates of the run have not passed on ${commit}.`;
  return `Done in ${commit}.`;
}
