// A field of a form in which several things are chosen. The order in which they are chosen counts, so each shows its
// place.
import type { ReactNode } from "react";
import { FieldGroup } from "./Field";
import style from "./OrderedPicker.module.css";

interface Item {
  id: string;
  name: string;
  /** A word about it, at the end of its line. */
  about: string;
  /** Shown on hover. */
  title?: string;
}

interface Props {
  legend: string;
  items: readonly Item[];
  /** The ids of those that are chosen, in their order. */
  chosen: readonly string[];
  onToggle: (id: string) => void;
  /** Is shown in the list when it has no items. */
  emptyText: string | null;
  problem: string | undefined;
  above?: ReactNode;
  below?: ReactNode;
}

export function OrderedPicker({ legend, items, chosen, onToggle, emptyText, problem, above, below }: Props) {
  return (
    <FieldGroup label={legend} problem={problem}>
      {above}
      <ul className={style.list}>
        {items.map(({ id, name, about, title }) => {
          const index = chosen.indexOf(id);
          return (
            <li key={id}>
              <label className={style.item}>
                <input type="checkbox" checked={index >= 0} onChange={() => onToggle(id)} />
                <span className={style.number}>{index >= 0 ? index + 1 : ""}</span>
                <bdi className={style.name} title={title}>
                  {name}
                </bdi>
                <span className={style.about}>{about}</span>
              </label>
            </li>
          );
        })}
        {items.length === 0 && emptyText !== null && <li className={style.none}>{emptyText}</li>}
      </ul>
      {below}
    </FieldGroup>
  );
}
