// Why a run waits, in one sentence, live. What the service says about runners that ask for work is not the whole
// truth: a runner whose places are all taken asks for none.
import { api } from "#convex/_generated/api";
import { useProjectQuery } from "../../live/projectHooks";
import { useNow } from "../../parts/Time";
import { unclaimedJobText } from "../runners/runner";
import { useAskingRuns } from "../runners/useAskingRuns";
import type { RunSummary } from "./runCommands";
import { waitingText } from "./waitingText";

/** Null when the run waits for nothing. */
export function useWaitingText({ status, waiting }: Pick<RunSummary, "status" | "waiting">): string | null {
  const isForRunner = waiting?.reason === "runner" || (waiting === null && status === "pending");
  const runners = useProjectQuery(api.runners.dashboard.list, isForRunner ? {} : "skip");
  const askingRuns = useAskingRuns();
  const nowMs = useNow(10_000);
  if (!isForRunner) return waiting === null ? null : waitingText(waiting);
  // A runner with the deployment's secret is in the list only when it has worked for this project.
  if (runners.kind !== "ready" || (runners.value.length === 0 && waiting === null)) return null;
  return unclaimedJobText("run.execute", runners.value, nowMs, askingRuns);
}
