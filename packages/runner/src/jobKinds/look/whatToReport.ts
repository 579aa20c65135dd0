// The items that a look reports: what is wrong now, and the end of what the service still has as open. Something that
// has ended before anybody has seen it is nobody's business.
import { isCheckKey, isHostKey } from "../../codeHosts/hostItems";
import type { ReadFeedback, ReadPullRequest } from "../../codeHosts/followedPullRequest";
import type { FeedbackItem } from "../../codeHosts/feedbackItem";
import type { Result } from "../../service/operations";

type OpenItem = Result<"run.listOpenFeedback">[number];
type Found = Pick<ReadPullRequest, "head" | "checks">;

export function whatToReport(
  { items, isWhole }: ReadFeedback,
  open: readonly OpenItem[],
  { head, checks }: Found,
): FeedbackItem[] {
  const openKeys = new Set(open.map(({ key }) => key));
  const present = new Set(items.map(({ key }) => key));
  // Reviews are shown also when they ask for nothing.
  const reported = items.filter(
    ({ key, kind, isResolved }) => isResolved !== true || kind === "review" || openKeys.has(key),
  );
  const gone = open.filter(
    ({ key }) => !present.has(key) && (isCheckKey(key) ? checks !== null : isWhole && isHostKey(key)),
  );
  return [...reported, ...gone.map((item) => ended(item, head))];
}

/** A text of its own, so that the same fault opens the item again when it comes back. */
function ended({ key, kind, title }: OpenItem, head: string): FeedbackItem {
  const text = isCheckKey(key) ? `The check does not fail on commit ${head}.` : "It was deleted at the code host.";
  return { key, kind, title, text, isResolved: true };
}
