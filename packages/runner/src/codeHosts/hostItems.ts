// What the host itself says about a request: checks that have failed, and a conflict. One check is one item whatever
// the commit: its text names the commit, so that the same check opens its item again when it fails on the next one.
import { createHash } from "node:crypto";
import type { HostCheck } from "./checks";
import { maxKey, maxText, maxTitle } from "./feedbackItem";
import type { FeedbackItem } from "./feedbackItem";
import type { SourceState } from "./pullRequestSource";
import { truncateStart } from "../text/truncate";
import { manyLines, oneRow, webAddress } from "./texts";

const checkPrefix = "check:";
const conflictKey = "conflict";

/** Whether a look reports what was said under the key. A conflict is there or resolved, or nobody knows it yet. */
export function isHostKey(key: string): boolean {
  return /^(?:check|review|thread|comment):/.test(key);
}

export function isCheckKey(key: string): boolean {
  return key.startsWith(checkPrefix);
}

/** Names that are too long, or that one cannot see, are told apart by their hash. */
function checkKey(name: string): string {
  const plain = oneRow(name, 1000);
  if (plain === name && checkPrefix.length + name.length <= maxKey && name !== "") return `${checkPrefix}${name}`;
  return `${checkPrefix}${oneRow(name, 100)}#${createHash("sha256").update(name).digest("hex")}`;
}

interface Found {
  head: string;
  logOf: (check: HostCheck) => string;
}

/** Checks of one name, which a matrix or two services may have, are one item. */
export function failedCheckItems(broken: readonly HostCheck[], found: Found): FeedbackItem[] {
  const byKey = new Map<string, HostCheck[]>();
  for (const check of broken) {
    const key = checkKey(check.name);
    byKey.set(key, [...(byKey.get(key) ?? []), check]);
  }
  return [...byKey].map(([key, checks]) => itemOf(key, checks, found));
}

function itemOf(key: string, checks: readonly HostCheck[], { head, logOf }: Found): FeedbackItem {
  const name = oneRow(checks[0]?.name ?? "", 200) || "unnamed";
  const room = Math.floor(maxText / checks.length) - 200;
  const parts = checks.map((check) => {
    const outcome = oneRow(check.outcome, 50);
    const log = logOf(check);
    const said = log === "" ? "It has no log that the key may read." : "The end of its log:\n\n";
    const ended = `The check has ended with ${outcome} on commit ${head}. ${said}`;
    return manyLines(ended + truncateStart(log, Math.max(room - ended.length, 0)), Math.max(room, 0));
  });
  const url = checks.map((check) => webAddress(check.url)).find((address) => address !== null);
  return {
    key,
    kind: "check",
    title: oneRow(`${name} has failed`, maxTitle),
    text: manyLines(parts.filter((part) => part !== "").join("\n\n"), maxText),
    ...(url === undefined ? {} : { url }),
  };
}

/** While the host compares, nothing is said. */
export function conflictItem({ mergeable, head, base, baseCommit }: SourceState): FeedbackItem[] {
  if (mergeable === "unknown") return [];
  const branch = oneRow(base, 200);
  const item = { key: conflictKey, kind: "conflict" as const, title: oneRow(`Conflict with ${branch}`, maxTitle) };
  if (mergeable === "clean") return [{ ...item, text: `The request can be merged into ${branch}.`, isResolved: true }];
  const at = baseCommit === null ? "" : ` at ${oneRow(baseCommit, 64)}`;
  return [{ ...item, text: `Commit ${head} conflicts with ${branch}${at}: the host cannot merge it.` }];
}
