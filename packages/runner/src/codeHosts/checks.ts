// The checks of a commit, in the words of the service.
import type { CheckReport, CheckStatus } from "../service/operations";
import { truncate, take } from "../text/truncate";

export interface Check {
  name: string;
  status: CheckStatus;
  url: string | null;
}

const maxChecks = 100;
const order = ["failure", "running", "pending", "success"] as const;

/** Returns null when there are no checks. Those that need attention come first. */
export function buildCheckReport(checks: readonly Check[]): CheckReport | null {
  const first = order.find((status) => checks.some((check) => check.status === status));
  if (first === undefined) return null;
  const isBegun = first === "pending" && checks.some(({ status }) => status === "success");
  const sorted = checks.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  return { status: isBegun ? "running" : first, checks: take(sorted, maxChecks).map(shown) };
}

export function areChecksFinal(checks: readonly Check[]): boolean {
  return checks.length > 0 && checks.every(({ status }) => status === "success" || status === "failure");
}

function shown({ name, status, url }: Check): CheckReport["checks"][number] {
  const named = { name: truncate(name.trim(), 200).trim() || "unnamed", status };
  return url !== null && /^https?:\/\//.test(url) && url.length <= 2000 && URL.canParse(url)
    ? { ...named, url }
    : named;
}
