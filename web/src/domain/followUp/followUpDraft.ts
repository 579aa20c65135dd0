// The rule by which finished runs continue, as forms hold it: numbers and lists are texts, and switching the rule off
// and on again loses nothing. This file is pure.
import type { FollowUp } from "#convex/lib/followUp";

export interface FollowUpDraft {
  isOn: boolean;
  /** The names of the fields that say what begins a round. */
  causes: readonly string[];
  maxRounds: string;
  quietSeconds: string;
  trust: FollowUp["trust"];
  /** One login per line. */
  trusted: string;
}

const causeNames = ["checks", "reviews", "conflicts"] as const;

export const noFollowUp: FollowUpDraft = {
  isOn: false,
  causes: causeNames,
  maxRounds: "3",
  quietSeconds: "60",
  trust: "write",
  trusted: "",
};

export function toFollowUpDraft(rule: FollowUp | null): FollowUpDraft {
  if (rule === null) return noFollowUp;
  return {
    isOn: true,
    causes: causeNames.filter((name) => rule[name]),
    maxRounds: String(rule.maxRounds),
    quietSeconds: String(rule.quietMs / 1000),
    trust: rule.trust,
    trusted: rule.trusted.join("\n"),
  };
}

export function toFollowUpRequest(draft: FollowUpDraft): FollowUp | null {
  if (!draft.isOn) return null;
  const { causes, maxRounds, quietSeconds, trust, trusted } = draft;
  return {
    checks: causes.includes("checks"),
    reviews: causes.includes("reviews"),
    conflicts: causes.includes("conflicts"),
    maxRounds: toNumber(maxRounds),
    quietMs: Math.round(toNumber(quietSeconds) * 1000),
    trust,
    trusted: trusted
      .split("\n")
      .map((login) => login.trim().replace(/^@/, ""))
      .filter((login) => login !== ""),
  };
}

/** The service refuses a field that is empty, and names it. */
function toNumber(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
