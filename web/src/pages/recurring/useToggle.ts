// Switches a task on or off, by its key, too. The page shows it at once, and takes it back if the service refuses.
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { useMay, useProject } from "../../project/project";
import { useCommands } from "../../keys/commands";
import type { Command } from "../../keys/commands";
import { useAttempt } from "../../live/useAttempt";
import type { Task } from "./schedule";

export function useToggle(task: Task | null): { toggle: () => void } {
  const { id: projectId } = useProject();
  const mayWrite = useMay("work:write");
  const { attempt } = useAttempt();
  const change = useMutation(api.recurringTasks.dashboard.toggle).withOptimisticUpdate((store, { id, isActive }) => {
    const shown = store.getQuery(api.recurringTasks.dashboard.get, { projectId, id });
    if (shown === undefined || isActive === undefined) return;
    store.setQuery(api.recurringTasks.dashboard.get, { projectId, id }, { ...shown, isActive });
  });

  function toggle(): void {
    if (task === null) return;
    const { id, isActive } = task;
    void attempt(
      () => change({ projectId, id, isActive: !isActive }),
      isActive ? "The task is off. It starts no run until it is switched on." : "The task is active.",
    );
  }

  const of = (shown: Task): Command => {
    const { id, isActive } = shown;
    const title = isActive ? "Switch the task off" : "Switch the task on";
    const asks = { title: `${title}?`, text: "It starts runs by itself, which cost money.", label: "Switch on" };
    return { title, keys: "t", group: "Task", decides: id, ...(isActive ? {} : { asks }), run: toggle };
  };
  useCommands(mayWrite && task !== null ? [of(task)] : []);
  return { toggle };
}
