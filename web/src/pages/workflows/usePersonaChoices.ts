// The personas that a step can have, as choices of a form.
import { api } from "#convex/_generated/api";
import { useProjectList } from "../../live/projectHooks";

export function usePersonaChoices(chosen: string): { value: string; label: string }[] {
  const { results, status } = useProjectList(api.personas.dashboard.list, {}, 100);
  const known = results
    .filter(({ id, isEnabled }) => isEnabled || id === chosen)
    .map(({ id, name, isEnabled }) => ({ value: id, label: isEnabled ? name : `${name} (disabled)` }));
  const isMissing = chosen !== "" && !known.some(({ value }) => value === chosen);
  return [
    { value: "", label: "The runner's default" },
    ...known,
    ...(isMissing ? [{ value: chosen, label: status === "LoadingFirstPage" ? "…" : "A deleted persona" }] : []),
  ];
}
