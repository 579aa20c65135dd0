// The state of an issue. An open one waits; nobody works on it yet.
import { Status, toLabel } from "../../parts/Status";

export function IssueStatusLabel({ status }: { status: string }) {
  return <Status status={status === "open" ? "pending" : status} label={toLabel(status)} />;
}
