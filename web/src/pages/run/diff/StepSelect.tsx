import { Select } from "../../../parts/Select";
import type { DiffChoice } from "./useDiffChoice";

interface Props {
  choices: readonly DiffChoice[];
  chosen: string;
  onChoose: (sandboxId: string) => void;
}

export function StepSelect({ choices, chosen, onChoose }: Props) {
  return (
    <Select
      label="Changes from"
      value={chosen}
      choices={choices.map(({ sandboxId, label }) => ({ value: sandboxId, label }))}
      onChange={onChoose}
    />
  );
}
