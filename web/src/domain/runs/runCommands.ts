// What can be done with a run in each state. The service's own table of moves says when.
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { runMoves } from "../../../../convex/runs/status";
import type { Asked, Command } from "../../keys/commands";
import { useMay } from "../../project/project";
import { useAttempt } from "../../live/useAttempt";
import { useProjectMutation } from "../../live/useProjectQuery";

export type RunSummary = FunctionReturnType<typeof api.runs.dashboard.list>["page"][number];

export interface RunCommand {
  name: "pause" | "resume" | "stopGracefully" | "cancel" | "restart" | "discard";
  label: string;
  keys: string;
  isBad: boolean;
  /** The run that it is about. */
  runId: string;
  /** What its key asks first. Buttons say what they do. */
  asks: Asked | null;
  run: () => void;
}

/** As a command of the page. */
export function keyCommandOf({ label, keys, runId, asks, run }: RunCommand, group: string): Command {
  const command = { title: label, keys, group, decides: runId, run };
  return asks === null ? command : { ...command, asks };
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
    .map(({ name, label, keys, isBad, asks, done }) => ({
      name,
      label,
      keys,
      isBad,
      runId,
      asks,
      run: () =>
        void attempt(() => mutations[name]({ runId }), done).then((isDone) => {
          if (isDone) onDone?.(name);
        }),
    }));
}

const known: (Omit<RunCommand, "run" | "runId"> & { from: readonly string[]; done: string })[] = [
  {
    name: "pause",
    label: "Pause",
    keys: "p",
    isBad: false,
    from: runMoves.pause.from,
    asks: null,
    done: "The run is paused.",
  },
  {
    name: "resume",
    label: "Resume",
    keys: "p",
    isBad: false,
    from: runMoves.resume.from,
    asks: { title: "Resume the run?", text: "The agent works on, which costs money.", label: "Resume" },
    done: "The run continues.",
  },
  {
    name: "stopGracefully",
    label: "Stop after this turn",
    keys: "s",
    isBad: false,
    from: runMoves.requestGracefulStop.from,
    asks: {
      title: "Stop after this turn?",
      text: "The run ends when the agent has finished its turn. What it has done stays.",
      label: "Stop after this turn",
    },
    done: "The run ends when the agent has finished its turn.",
  },
  {
    name: "cancel",
    label: "Cancel",
    keys: "x",
    isBad: true,
    from: runMoves.cancel.from,
    asks: {
      title: "Cancel the run?",
      text: "This stops the agent in the middle of its work.",
      label: "Cancel the run",
    },
    done: "The run is cancelled.",
  },
  {
    name: "restart",
    label: "Restart",
    keys: "r",
    isBad: false,
    from: runMoves.restart.from,
    asks: { title: "Restart the run?", text: "The work starts again, which costs money.", label: "Restart" },
    done: "A new attempt waits for a runner.",
  },
  {
    name: "discard",
    label: "Move to the trash",
    keys: "shift+Delete",
    isBad: true,
    from: runMoves.restart.from,
    asks: {
      title: "Move the run to the trash?",
      text: "It can be restored from there until it is removed for good.",
      label: "Move to the trash",
    },
    done: "The run is in the trash.",
  },
];
