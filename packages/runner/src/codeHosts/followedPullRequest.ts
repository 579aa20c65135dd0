// One pull request during one look. What the host says is read once.
import { endOfLog } from "./logText";
import { conflictItem, failedCheckItems } from "./hostItems";
import { remarkItem } from "./remarkItem";
import type { FeedbackItem } from "./feedbackItem";
import { hasMarkOf, isOwn, withMark } from "./ownWords";
import { withSection } from "./pullRequestSection";
import { nullIfRefused } from "./errors";
import type { HostCheck } from "./checks";
import type {
  Author,
  Permission,
  Remark,
  RemarkLines,
  Remarks,
  PullRequestSource,
  SourceState,
  Vote,
} from "./pullRequestSource";

export interface ReadPullRequest extends Omit<SourceState, "text"> {
  approvals: number;
  changesRequested: number;
  /** Null where the key may not see checks. */
  checks: HostCheck[] | null;
}

export interface ReadFeedback {
  items: FeedbackItem[];
  /** Whether everything that was said has been read, so that what is missing was deleted. */
  isWhole: boolean;
}

/** A look reads no more logs, so that a request with a hundred failed checks does not use up what the host allows. */
const maxLogs = 10;
/** Nobody asks for the rights of further authors, and nothing is taken for granted about them. */
const maxPermissions = 30;

/** Hosts list what was begun last first, and a text in another order would look like something new. */
function inOrder(one: HostCheck, other: HostCheck): number {
  const [a, b] = [one, other].map(({ name, url }) => `${name}\0${url ?? ""}`);
  return a === b ? 0 : (a ?? "") < (b ?? "") ? -1 : 1;
}

export class FollowedPullRequest {
  private readonly permissions = new Map<string, Promise<Permission>>();
  private readonly known: {
    state?: Promise<SourceState | null>;
    checks?: Promise<HostCheck[] | null>;
    remarks?: Promise<Remarks>;
    own?: Promise<string | null>;
  } = {};

  constructor(
    private readonly source: PullRequestSource,
    private readonly token: string | null,
  ) {}

  /** Null where there is none, or the key may not see it. */
  async readPullRequest(): Promise<ReadPullRequest | null> {
    const state = await this.state();
    if (state === null) return null;
    const { text: _text, ...shown } = state;
    const votes = await this.countedVotes();
    const count = (kind: Vote["kind"]) => votes.filter((vote) => vote.kind === kind).length;
    const checks = await this.checks();
    const { mergeable } = shown.mergeable === "unknown" ? await this.compared(state) : shown;
    const counts = { approvals: count("approval"), changesRequested: count("changesRequested") };
    return { ...shown, ...counts, mergeable, checks };
  }

  /** What is wrong and what was said. What has ended is there too, with `isResolved`. */
  async readFeedback(): Promise<ReadFeedback> {
    const state = await this.state();
    if (state === null) return { items: [], isWhole: false };
    const { remarks, isWhole } = await this.remarks();
    const items = [...conflictItem(state), ...(await this.failedChecks(state))];
    for (const remark of remarks) items.push(...(await this.itemOf(remark)));
    return { items, isWhole };
  }

  /** The last lines of the log of a failed check of the newest commit. Null where there is no log. */
  async readCheckLog(name: string): Promise<string | null> {
    const failed = ((await this.checks()) ?? []).filter((check) => check.name === name && check.status === "failure");
    for (const check of failed) {
      const log = await this.logOf(check);
      if (log !== null) return log;
    }
    return failed.map(({ summary }) => endOfLog(summary, this.token)).find((summary) => summary !== "") ?? null;
  }

  /** The lines that threads are about, by the keys of the threads. */
  async readLines(): Promise<Map<string, RemarkLines>> {
    const { remarks } = await this.remarks();
    return new Map(remarks.flatMap(({ key, lines }) => (lines == null ? [] : [[key, lines] as const])));
  }

  /**
   * Answers what was said under the key, once for each commit. Returns false when it was answered before, or cannot be:
   * checks and conflicts have no thread, a comment may have been deleted, and nothing is written without a key.
   */
  async answerThread(key: string, { commit, text }: { commit: string; text: string }): Promise<boolean> {
    if (this.token === null) return false;
    const { remarks } = await this.remarks();
    const remark = remarks.find((one) => one.key === key);
    if (remark === undefined) return false;
    const own = await this.own();
    const said = remarks.flatMap(({ words }) => words).filter((words) => isOwn(words, own));
    if (said.some((words) => hasMarkOf(words.text, key, commit))) return false;
    await this.source.answer(remark, withMark(text, key, commit));
    delete this.known.remarks;
    return true;
  }

  /** Writes the runner's own section of the request's text, and leaves the rest as people have written it. */
  async updatePullRequestText(section: string): Promise<void> {
    const state = this.token === null ? null : await this.source.readState();
    if (state === null) return;
    const text = withSection(state.text, section);
    if (text.trim() !== state.text.trim()) await this.source.writeText(text);
  }

  private async state(): Promise<SourceState | null> {
    return await (this.known.state ??= this.source.readState());
  }

  /** GitHub begins to compare the branches when somebody asks, and knows the result a moment later. */
  private async compared(before: SourceState): Promise<SourceState> {
    const now = await this.source.readState();
    // What was read of another commit does not belong to this one. The next look sees it.
    if (now === null || now.head !== before.head) return before;
    this.known.state = Promise.resolve(now);
    return now;
  }

  private async checks(): Promise<HostCheck[] | null> {
    const state = await this.state();
    if (state === null) return null;
    return await (this.known.checks ??= nullIfRefused(this.source.readChecks(state.head)));
  }

  private async remarks(): Promise<Remarks> {
    const state = await this.state();
    return await (this.known.remarks ??= this.source.readRemarks(state?.head ?? null));
  }

  private async own(): Promise<string | null> {
    return await (this.known.own ??= this.source.readOwnLogin());
  }

  private async failedChecks({ head }: SourceState): Promise<FeedbackItem[]> {
    const broken = ((await this.checks()) ?? []).filter(({ isBroken }) => isBroken).toSorted(inOrder);
    const logs = new Map<HostCheck, string | null>();
    for (const check of broken) if (logs.size < maxLogs) logs.set(check, await this.logOf(check));
    return failedCheckItems(broken, { head, logOf: (check) => logs.get(check) ?? endOfLog(check.summary, this.token) });
  }

  private async logOf({ logUrl }: HostCheck): Promise<string | null> {
    // Without a key nobody has allowed this host, and hosts show logs to nobody.
    if (logUrl === null || this.token === null) return null;
    const log = await nullIfRefused(this.source.readLogEnd(logUrl));
    return log === null ? null : endOfLog(log, this.token);
  }

  private async countedVotes(): Promise<Vote[]> {
    const counted: Vote[] = [];
    for (const vote of await this.source.readVotes()) if (await this.counts(vote)) counted.push(vote);
    return counted;
  }

  /**
   * A stranger's vote is not one, where the host says who is a stranger. A crowd whose rights nobody has asked for
   * approves nothing, and hides nobody who asks for changes.
   */
  private async counts({ author, kind }: Vote): Promise<boolean> {
    const permission = await this.permissionOf(author);
    return permission === "not asked" ? kind === "changesRequested" : permission !== "read";
  }

  private async itemOf(remark: Remark): Promise<FeedbackItem[]> {
    const own = await this.own();
    const words = remark.words.filter((one) => !isOwn(one, own));
    const canWrite = new Map<string, boolean>();
    for (const { author } of words) canWrite.set(author.login, (await this.permissionOf(author)) === "write");
    return remarkItem({ ...remark, words }, (author) => canWrite.get(author.login) === true);
  }

  private async permissionOf(author: Author): Promise<Permission | "not asked"> {
    const { id } = author;
    const known = this.permissions.get(id);
    if (known !== undefined) return await known;
    if (this.permissions.size >= maxPermissions) return "not asked";
    const asked = this.source.readPermission(author);
    this.permissions.set(id, asked);
    return await asked;
  }
}
