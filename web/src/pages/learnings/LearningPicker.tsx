// Which of the approved learnings the version is made of. All of them, unless somebody leaves some out.
import { useCommands } from "../../shortcuts/commands";
import { EachRow, idOf } from "../../parts/EachRow";
import { EmptyState } from "../../parts/EmptyState";
import { useRowNavigation } from "../../parts/useRowNavigation";
import type { Learning } from "./learning";
import style from "./CompileLearningsPage.module.css";

interface Props {
  learnings: readonly Learning[];
  excluded: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

export function LearningPicker({ learnings, excluded, onToggle }: Props) {
  const { chosen, rowProps } = useRowNavigation(
    learnings.map(({ id }) => id),
    "learning",
  );
  useCommands(
    chosen === null ? [] : [{ title: "Include or leave out", keys: "x", group: "List", run: () => onToggle(chosen) }],
  );
  if (learnings.length === 0) {
    return (
      <EmptyState title="No approved learnings for this role">Approve some under Review, then come back.</EmptyState>
    );
  }
  return (
    <section className={style.choice} aria-label="Approved learnings">
      <h2>Approved learnings for this role</h2>
      <ul>
        <EachRow items={learnings} keyOf={idOf} as="li">
          {({ id, description, category, applicableRoles }) => (
            <li className={style.row} {...rowProps(id)}>
              <label className={style.learning}>
                <input type="checkbox" checked={!excluded.has(id)} onChange={() => onToggle(id)} />
                <span dir="auto">
                  {description}
                  <span className={style.about}>
                    {[category, applicableRoles.length === 0 ? "all roles" : applicableRoles.join(", ")]
                      .filter((text) => text !== null)
                      .join(" · ")}
                  </span>
                </span>
              </label>
            </li>
          )}
        </EachRow>
      </ul>
    </section>
  );
}
