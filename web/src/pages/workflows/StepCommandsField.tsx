// Which commands of the project a step gets.
import { api } from "#convex/_generated/api";
import { useProjectList } from "../../live/projectHooks";
import { ChoicesField } from "../../parts/ChoicesField";

interface Props {
  chosen: readonly string[];
  isDisabled: boolean;
  problem: string | undefined;
  onChange: (names: string[]) => void;
}

export function StepCommandsField({ chosen, isDisabled, problem, onChange }: Props) {
  const { results, status } = useProjectList(api.commands.dashboard.list, {}, 100);
  const names = results.map(({ name }) => name);
  const missing = status === "LoadingFirstPage" ? [] : chosen.filter((name) => !names.includes(name));
  return (
    <ChoicesField
      label="Commands"
      choices={[...names, ...missing].map((name) => ({
        value: name,
        label: <code>{name}</code>,
        note: missing.includes(name) ? "is not in this project" : undefined,
      }))}
      chosen={chosen}
      onChange={onChange}
      emptyText={status === "LoadingFirstPage" ? undefined : "The project has no commands yet."}
      problem={problem}
      isDisabled={isDisabled}
    />
  );
}
