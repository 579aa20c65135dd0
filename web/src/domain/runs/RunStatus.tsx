// The state of a run. One that has asked a question or for a permission does not work on, whatever the service calls
// its state: it waits for the reader.
import { Status } from "../../parts/Status";
import type { RunSummary } from "./runCommands";

type StatedRun = Pick<RunSummary, "status" | "openQuestions" | "stopAfterCurrentTurn">;

export function RunStatus({ run: { status, openQuestions, stopAfterCurrentTurn } }: { run: StatedRun }) {
  if (openQuestions > 0) return <Status status="asking" label="Waits for you" />;
  const isStopping = stopAfterCurrentTurn && (status === "running" || status === "paused");
  return isStopping ? <Status status={status} label="Stops after this turn" /> : <Status status={status} />;
}
