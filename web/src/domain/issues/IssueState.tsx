// The state of an issue. An open one waits; nobody works on it yet.
import { Status, wordsOf } from "../../parts/Status";

export function IssueState({ of: status }: { of: string }) {
  return <Status of={status === "open" ? "pending" : status} label={wordsOf(status)} />;
}
