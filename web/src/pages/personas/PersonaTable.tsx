import { useState } from "react";
import { useLocation } from "wouter";
import { useProjectHref, useHasPermission } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { EachRow, idOf } from "../../parts/EachRow";
import { SelectColumnHead } from "../../parts/SelectCheckbox";
import { SelectionBar } from "../../parts/SelectionBar";
import table from "../../parts/Table.module.css";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { useSelection } from "../../parts/useSelection";
import { PersonaRow } from "./PersonaRow";
import { RemovePersonasDialog } from "./RemovePersonasDialog";
import type { Persona } from "./persona";
import { usePersonaActions } from "./usePersonaActions";
import style from "./PersonaTable.module.css";

interface Props {
  personas: readonly Persona[];
  period: { days?: number };
}

export function PersonaTable({ personas, period }: Props) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const mayWrite = useHasPermission("work:write");
  const { toggle, duplicate } = usePersonaActions();
  const { selected, has, toggle: select, clear } = useSelection(personas);
  const [removing, setRemoving] = useState<readonly Persona[]>([]);
  const { chosen, rowProps } = useRowNavigation(
    personas.map(({ id }) => id),
    "persona",
    (id) => navigate(href(`personas/${id}`)),
  );
  const current = personas.filter(({ id }) => id === chosen);
  const remove = () => setRemoving(selected.length > 0 ? selected : current);
  const decidesAbout = chosen ?? "";
  useCommands(
    mayWrite && chosen !== null
      ? [
          { title: "Enable or disable", keys: "t", group: "Persona", decidesAbout, run: () => current.forEach(toggle) },
          { title: "Duplicate", keys: "D", group: "Persona", decidesAbout, run: () => current.forEach(duplicate) },
          { title: "Select", keys: "x", group: "Persona", run: () => select(chosen) },
          { title: "Delete for good", keys: "shift+Delete", group: "Persona", run: remove },
        ]
      : [],
  );

  return (
    <>
      <table className={table.table}>
        <thead>
          <tr className={table.names}>
            {mayWrite && <SelectColumnHead />}
            <th className={style.state}>State</th>
            <th>Persona</th>
            <th className={`${table.some} ${table.minor}`}>Agent</th>
            <th className={table.number}>Runs</th>
            <th className={table.number}>Success</th>
            <th className={table.number}>Cost</th>
          </tr>
        </thead>
        <tbody>
          <EachRow items={personas} keyOf={idOf} as="tr">
            {(persona) => (
              <PersonaRow
                persona={persona}
                period={period}
                isSelected={has(persona.id)}
                onSelect={mayWrite ? () => select(persona.id) : null}
                rowProps={rowProps(persona.id)}
              />
            )}
          </EachRow>
        </tbody>
      </table>
      {selected.length > 0 && (
        <SelectionBar what="personas" count={selected.length} onClear={clear}>
          <Button look="bad" onClick={remove}>
            Delete for good <ShortcutKeys keys="shift+Delete" />
          </Button>
        </SelectionBar>
      )}
      {removing.length > 0 && (
        <RemovePersonasDialog personas={removing} onClose={() => setRemoving([])} onDone={clear} />
      )}
    </>
  );
}
