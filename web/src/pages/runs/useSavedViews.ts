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
  const storageKey = `switchyard.views.${useProject().id}`;
  const [views, setViews] = useState<readonly SavedView[]>(() => {
    const stored = localStorage.getItem(storageKey);
    return stored === null ? [] : (JSON.parse(stored) as SavedView[]);
  });

  function storeViews(next: readonly SavedView[]): void {
    localStorage.setItem(storageKey, JSON.stringify(next));
    setViews(next);
  }

  const without = (name: string) => views.filter((view) => view.name !== name);
  return {
    views,
    save: (name, parameters) => storeViews([...without(name), { name, parameters }]),
    remove: (name) => storeViews(without(name)),
  };
}
