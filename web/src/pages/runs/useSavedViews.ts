// Sets of filters that the person has kept, in this browser, for each project.
import { useState } from "react";
import { useProject } from "../../project/project";

interface SavedView {
  name: string;
  parameters: Record<string, string | null>;
}

interface SavedViews {
  views: readonly SavedView[];
  save: (name: string, parameters: SavedView["parameters"]) => void;
  remove: (name: string) => void;
}

export function useSavedViews(): SavedViews {
  const place = `switchyard.views.${useProject().id}`;
  const [views, setViews] = useState<readonly SavedView[]>(() => {
    const kept = localStorage.getItem(place);
    return kept === null ? [] : (JSON.parse(kept) as SavedView[]);
  });

  function keep(next: readonly SavedView[]): void {
    localStorage.setItem(place, JSON.stringify(next));
    setViews(next);
  }

  const without = (name: string) => views.filter((view) => view.name !== name);
  return {
    views,
    save: (name, parameters) => keep([...without(name), { name, parameters }]),
    remove: (name) => keep(without(name)),
  };
}
