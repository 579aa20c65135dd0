import type { Doc } from "../_generated/dataModel";
import { withIds, publicId } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";

/** What somebody has said about a run. Its texts are data from outside. Times are epoch milliseconds. */
export interface FeedbackView extends Ids {
  runId: string;
  /** What the runner calls it. Null for what was said here. */
  key: string | null;
  kind: Doc<"runFeedback">["kind"];
  /** At the code host. For what was said here: who has said it. */
  author: { login: string; canWrite: boolean; isBot: boolean } | null;
  /** Whether it may begin a round by itself. Otherwise only when somebody names it. */
  isTrusted: boolean;
  title: string;
  text: string;
  url: string | null;
  path: string | null;
  line: number | null;
  status: Doc<"runFeedback">["status"];
  /** The round that has handled it. */
  round: number | null;
  at: number;
}

export function presentFeedback(item: Doc<"runFeedback">): FeedbackView {
  const { kind, isTrusted, title, text, url = null, path = null, line = null, status, round = null, by } = item;
  const person = by === undefined ? null : { login: by.name, canWrite: true, isBot: by.type !== "user" };
  return withIds("runFeedback", item._id, {
    runId: publicId("runs", item.runId),
    key: item.key ?? null,
    kind,
    author: item.author ?? person,
    isTrusted,
    title,
    text,
    url,
    path,
    line,
    status,
    round,
    at: item.atMs,
  });
}
