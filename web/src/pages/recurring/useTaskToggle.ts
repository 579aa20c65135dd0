// Switches a task on or off, by its key, too. The page shows it at once, and takes it back if the service refuses.
import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import { useHasPermission, useProject } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import type { Command } from "../../shortcuts/commands";
import { usePerform } from "../../live/usePerform";
import type { Task } from "./schedule";

export function useTaskToggle(task: Task | null): { toggle: () => void } {
  const { id: projectId } = useProject();
  const mayWrite = useHasPermission("work:write");
  const { perform } = usePerform();
  const change = useMutation(api.recurringTasks.dashboard.toggle).withOptimisticUpdate((store, { id, isActive }) => {
    const shown = store.getQuery(api.recurringTasks.dashboard.get, { projectId, id });
    if (shown === undefined || isActive == null) return;
    store.setQuery(api.recurringTasks.dashboard.get, { projectId, id }, { ...shown, isActive });
  });

  function toggle(): void {
    if (task === null) return;
    const { id, isActive } = task;
    void perform(
      () => change({ projectId, id, isActive: !isActive }),
      isActive ? "The task is disabled. It starts no runs until you enable it." : "The task is enabled.",
    );
  }

  const toggleCommand = (shown: Task): Command => {
    const { id, isActive } = shown;
    const title = isActive ? "Disable the task" : "Enable the task";
    const confirmation = {
      title: `${title}?`,
      text: "It will start runs automatically, which costs money.",
      label: "Enable",
    };
    return { title, keys: "t", group: "Task", decidesAbout: id, ...(isActive ? {} : { confirmation }), run: toggle };
  };
  useCommands(mayWrite && task !== null ? [toggleCommand(task)] : []);
  return { toggle };
}
