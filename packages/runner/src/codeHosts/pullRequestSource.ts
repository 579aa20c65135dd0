// What a host says about one pull request, in words that are the same for all hosts.
import type { HostCheck } from "./checks";

export interface SourceState {
  state: "draft" | "open" | "merged" | "closed";
  /** The newest commit. */
  head: string;
  /** The branch into which it shall be merged, and the commit of it with which the host has compared. */
  base: string;
  baseCommit: string | null;
  mergeable: "clean" | "conflict" | "unknown";
  /** The text that people have written about it. */
  text: string;
}

/** The latest vote of a reviewer that counts at the host. */
export interface Vote {
  author: Author;
  kind: "approval" | "changesRequested";
}

export interface Author {
  login: string;
  /** The name or number with which the host is asked for the author's rights. */
  id: string;
  isBot: boolean;
}

/** What one person has said at one time. */
export interface Words {
  author: Author;
  text: string;
  at: number | null;
  url: string | null;
}

/** The lines that a thread is about. */
export interface RemarkLines {
  /** The first line, where there are several. */
  start: number | null;
  end: number;
  /** Whether the lines are those of an earlier commit, and have changed since. */
  isOutdated: boolean;
  /** The part of the diff before the comment, as it was then. Null where the host does not say it. */
  hunk: string | null;
}

/** A review, a thread about lines, or a comment. */
export interface Remark {
  /** `review:`, `thread:` or `comment:` with the host's own number. */
  key: string;
  kind: "review" | "comment";
  title: string;
  words: Words[];
  path: string | null;
  line: number | null;
  /** Null, or left out, for what is not about lines. */
  lines?: RemarkLines | null;
  isResolved: boolean;
}

export interface Remarks {
  remarks: Remark[];
  /** False when there are more than what is read. */
  isWhole: boolean;
}

export type Permission = "write" | "read" | "unknown";

/** One pull request at one host. Each method asks the host. */
export interface PullRequestSource {
  /** Null where there is none, or the key may not see it. */
  readState(): Promise<SourceState | null>;
  readChecks(commit: string): Promise<HostCheck[]>;
  readVotes(): Promise<Vote[]>;
  /** `head` is the newest commit of the request. Null where it cannot be read. */
  readRemarks(head: string | null): Promise<Remarks>;
  /** The host's own word on what somebody may do in the repository. */
  readPermission(author: Author): Promise<Permission>;
  /** The login of the user that the key belongs to. Null where the host does not say it. */
  readOwnLogin(): Promise<string | null>;
  /** Says something in the thread of a remark, or below the request where the host has no thread for it. */
  answer(remark: Remark, text: string): Promise<void>;
  writeText(text: string): Promise<void>;
  readLogEnd(url: string): Promise<string | null>;
}
