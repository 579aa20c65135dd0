// The checks of a commit, in the words of the service.
import type { CheckReport, CheckStatus } from "../service/operations";
import { take } from "../text/truncate";
import { oneRow, webAddress } from "./texts";

export interface Check {
  name: string;
  status: CheckStatus;
  url: string | null;
}

/** A check with what the host says about it. */
export interface HostCheck extends Check {
  /** Whether it has failed in a way that a change of the code can repair: nobody has stopped it. */
  isBroken: boolean;
  /** How it has ended, in the host's word. */
  outcome: string;
  /** What it says itself. */
  summary: string;
  /** Where the log of a job is. Null for checks of other services. */
  logUrl: string | null;
}

const maxChecks = 100;
/** The service takes 30,000 characters of JSON. */
const maxReport = 28_000;
const order = ["failure", "running", "pending", "success"] as const;

/** Returns null when there are no checks. Those that need attention come first. */
export function buildCheckReport(checks: readonly Check[]): CheckReport | null {
  const first = order.find((status) => checks.some((check) => check.status === status));
  if (first === undefined) return null;
  const isBegun = first === "pending" && checks.some(({ status }) => status === "success");
  const sorted = checks.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  return { status: isBegun ? "running" : first, checks: withinBound(take(sorted, maxChecks).map(shown)) };
}

function withinBound(checks: CheckReport["checks"]): CheckReport["checks"] {
  if (JSON.stringify(checks).length <= maxReport) return checks;
  const plain = checks.map(({ name, status }) => ({ name, status }));
  let size = 2;
  return plain.filter((check) => (size += JSON.stringify(check).length + 1) <= maxReport);
}

function shown({ name, status, url }: Check): CheckReport["checks"][number] {
  const named = { name: oneRow(name, 200) || "unnamed", status };
  const address = webAddress(url);
  return address === null ? named : { ...named, url: address };
}
