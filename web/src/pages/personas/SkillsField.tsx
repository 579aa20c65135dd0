// Which skills of the project a persona uses. Names that no skill has any more can be removed.
import { api } from "#convex/_generated/api";
import { useProjectList } from "../../live/projectHooks";
import { ChoicesField } from "../../parts/ChoicesField";

interface Props {
  chosen: readonly string[];
  problem: string | undefined;
  onChange: (chosen: readonly string[]) => void;
}

export function SkillsField({ chosen, problem, onChange }: Props) {
  const { results } = useProjectList(api.skills.dashboard.list, {}, 100);
  const names = [...new Set([...chosen, ...results.map(({ name }) => name)])].toSorted();
  if (names.length === 0) return null;
  return (
    <ChoicesField
      label="Skills"
      choices={names.map((name) => ({ value: name, label: <bdi>{name}</bdi> }))}
      chosen={chosen}
      onChange={onChange}
      problem={problem}
    />
  );
}
