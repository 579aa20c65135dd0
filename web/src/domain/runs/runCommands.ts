// What can be done with a run in each state. The service's own table of moves says when.
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { runMoves } from "../../../../convex/runs/status";
import { useMay } from "../../app/project";
import { useAttempt } from "../../live/useAttempt";
import { useProjectMutation } from "../../live/useProjectQuery";

export type RunSummary = FunctionReturnType<typeof api.runs.dashboard.list>["page"][number];

export interface RunCommand {
  name: "pause" | "resume" | "stopGracefully" | "cancel" | "restart" | "discard";
  label: string;
  keys: string;
  isBad: boolean;
  run: () => void;
}

type Named = Pick<RunSummary, "id" | "status" | "stopAfterCurrentTurn">;

/** The commands that the state and the role allow now. */
export function useRunCommands(run: Named | null, onDone?: (done: RunCommand["name"]) => void): RunCommand[] {
  const mayWrite = useMay("work:write");
  const { attempt } = useAttempt();
  const mutations = {
    pause: useProjectMutation(api.runs.dashboard.pause),
    resume: useProjectMutation(api.runs.dashboard.resume),
    stopGracefully: useProjectMutation(api.runs.dashboard.stopGracefully),
    cancel: useProjectMutation(api.runs.dashboard.cancel),
    restart: useProjectMutation(api.runs.dashboard.restart),
    discard: useProjectMutation(api.runs.dashboard.discard),
  };
  if (run === null || !mayWrite) return [];
  const { id: runId, status } = run;
  return known
    .filter(({ from, name }) => from.includes(status) && !(name === "stopGracefully" && run.stopAfterCurrentTurn))
    .map(({ name, label, keys, isBad, done }) => ({
      name,
      label,
      keys,
      isBad,
      run: () =>
        void attempt(() => mutations[name]({ runId }), done).then((isDone) => {
          if (isDone) onDone?.(name);
        }),
    }));
}

const known: (Omit<RunCommand, "run"> & { from: readonly string[]; done: string })[] = [
  { name: "pause", label: "Pause", keys: "p", isBad: false, from: runMoves.pause.from, done: "The run is paused." },
  { name: "resume", label: "Resume", keys: "p", isBad: false, from: runMoves.resume.from, done: "The run goes on." },
  {
    name: "stopGracefully",
    label: "Stop after this turn",
    keys: "s",
    isBad: false,
    from: runMoves.requestGracefulStop.from,
    done: "The run ends when the agent has finished its turn.",
  },
  {
    name: "cancel",
    label: "Cancel",
    keys: "x",
    isBad: true,
    from: runMoves.cancel.from,
    done: "The run is cancelled.",
  },
  {
    name: "restart",
    label: "Restart",
    keys: "r",
    isBad: false,
    from: runMoves.restart.from,
    done: "A new attempt waits for a runner.",
  },
  {
    name: "discard",
    label: "Move to the trash",
    keys: "shift+Delete",
    isBad: true,
    from: runMoves.restart.from,
    done: "The run is in the trash.",
  },
];
