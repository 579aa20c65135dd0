// Selects a row of a list.
import table from "./Table.module.css";
import style from "./Selection.module.css";

interface Props {
  /** What it selects, such as “run 12”. */
  what: string;
  isSelected: boolean;
  onToggle: () => void;
}

export function SelectCheckbox({ what, isSelected, onToggle }: Props) {
  return (
    <label className={style.box}>
      <input type="checkbox" checked={isSelected} aria-label={`Select ${what}`} onChange={onToggle} />
    </label>
  );
}

/** The head of the column of a table in which rows are selected. */
export function SelectColumnHead() {
  return (
    <th className={table.check} role="columnheader">
      <span className="visually-hidden">Selected</span>
    </th>
  );
}
