// What is known of a pull request besides its address and state, as a look has found it. Runs and merge runs keep it.
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "./literals";
import { omitNullish } from "./omitNullish";

/** The states of a pull request that a look finds. */
export const pullRequestStates = ["draft", "open", "merged", "closed"] as const;
export type PullRequestStatus = (typeof pullRequestStates)[number];

/** Whether the request could be merged into its base as it is. */
export const mergeables = ["clean", "conflict", "unknown"] as const;

export const pullRequestState = v.object({
  // The newest commit of its branch, and the branch into which it shall be merged. Absent until somebody has looked.
  head: v.optional(v.string()),
  base: v.optional(v.string()),
  mergeable: literals(mergeables),
  approvals: v.number(),
  changesRequested: v.number(),
  checkedAtMs: v.optional(v.number()),
  // Absent when nobody will look any more.
  nextLookAtMs: v.optional(v.number()),
});
export type PullRequestState = Infer<typeof pullRequestState>;

/** A request at which nobody has looked yet. */
const unknown: PullRequestState = { mergeable: "unknown", approvals: 0, changesRequested: 0 };

export function withNextLook(state: PullRequestState | undefined, nextLookAtMs: number | null): PullRequestState {
  const { nextLookAtMs: _before, ...known } = state ?? unknown;
  return { ...known, ...omitNullish({ nextLookAtMs }) };
}

export interface PullRequestView {
  url: string;
  number: number | null;
  state: PullRequestStatus;
  head: string | null;
  base: string | null;
  mergeable: PullRequestState["mergeable"];
  approvals: number;
  changesRequested: number;
  checkedAt: number | null;
  nextLookAt: number | null;
}

export function toPullRequestView(
  { url, number, state }: Pick<PullRequestView, "url" | "number" | "state">,
  { head, base, mergeable, approvals, changesRequested, checkedAtMs, nextLookAtMs }: PullRequestState = unknown,
): PullRequestView {
  return {
    url,
    number,
    state,
    head: head ?? null,
    base: base ?? null,
    mergeable,
    approvals,
    changesRequested,
    checkedAt: checkedAtMs ?? null,
    nextLookAt: nextLookAtMs ?? null,
  };
}
