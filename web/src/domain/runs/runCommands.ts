// What can be done with a run in each state. The service's own table of moves says when.
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { runMoves } from "#convex/runs/status";
import type { ConfirmationText, Command } from "../../shortcuts/commands";
import { useHasPermission } from "../../project/project";
import { usePerform } from "../../live/usePerform";
import { useProjectMutation } from "../../live/projectHooks";

export type RunSummary = FunctionReturnType<typeof api.runs.dashboard.list>["page"][number];

export interface RunCommand {
  name: "pause" | "resume" | "stopGracefully" | "cancel" | "restart" | "discard";
  label: string;
  keys: string;
  isBad: boolean;
  /** The run that it is about. */
  runId: string;
  /** What its key asks first. Buttons say what they do. */
  confirmation: ConfirmationText | null;
  run: () => void;
}

/** As a command of the page. */
export function toCommand({ label, keys, runId, confirmation, run }: RunCommand, group: string): Command {
  const command = { title: label, keys, group, decidesAbout: runId, run };
  return confirmation === null ? command : { ...command, confirmation };
}

type CommandedRun = Pick<RunSummary, "id" | "status" | "stopAfterCurrentTurn">;

/** The commands that the state and the role allow now. */
export function useRunCommands(run: CommandedRun | null, onDone?: (done: RunCommand["name"]) => void): RunCommand[] {
  const mayWrite = useHasPermission("work:write");
  const { perform } = usePerform();
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
  return runActions
    .filter(({ from, name }) => from.includes(status) && !(name === "stopGracefully" && run.stopAfterCurrentTurn))
    .map(({ name, label, keys, isBad, confirmation, done }) => ({
      name,
      label,
      keys,
      isBad,
      runId,
      confirmation,
      run: () =>
        void perform(() => mutations[name]({ runId }), done).then((isDone) => {
          if (isDone) onDone?.(name);
        }),
    }));
}

const runActions: (Omit<RunCommand, "run" | "runId"> & { from: readonly string[]; done: string })[] = [
  {
    name: "pause",
    label: "Pause",
    keys: "p",
    isBad: false,
    from: runMoves.pause.from,
    confirmation: null,
    done: "The run is paused.",
  },
  {
    name: "resume",
    label: "Resume",
    keys: "p",
    isBad: false,
    from: runMoves.resume.from,
    confirmation: { title: "Resume the run?", text: "The agent continues, which costs money.", label: "Resume" },
    done: "The run continues.",
  },
  {
    name: "stopGracefully",
    label: "Stop after this turn",
    keys: "s",
    isBad: false,
    from: runMoves.requestGracefulStop.from,
    confirmation: {
      title: "Stop after this turn?",
      text: "The run ends when the agent has finished its turn. Its work so far is kept.",
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
    confirmation: {
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
    confirmation: { title: "Restart the run?", text: "The work starts again, which costs money.", label: "Restart" },
    done: "A new attempt waits for a runner.",
  },
  {
    name: "discard",
    label: "Move to the trash",
    keys: "shift+Delete",
    isBad: true,
    from: runMoves.restart.from,
    confirmation: {
      title: "Move the run to the trash?",
      text: "It can be restored from there until it is deleted for good.",
      label: "Move to the trash",
    },
    done: "The run is in the trash.",
  },
];
