import type { DiffChoice } from "./useDiffChoice";
import style from "./Toolbar.module.css";

interface Props {
  choices: readonly DiffChoice[];
  chosen: string;
  onChoose: (sandboxId: string) => void;
}

export function StepChoice({ choices, chosen, onChoose }: Props) {
  return (
    <select
      className={style.choice}
      aria-label="Changes of"
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
    >
      {choices.map(({ sandboxId, label }) => (
        <option key={sandboxId} value={sandboxId}>
          {label}
        </option>
      ))}
    </select>
  );
}
