import { useState } from "react";
import { useLocation } from "wouter";
import { useHref, useMay } from "../../project/project";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { Button } from "../../parts/Button";
import { EachRow, ownId } from "../../parts/EachRow";
import { SelectHead } from "../../parts/SelectBox";
import { SelectionBar } from "../../parts/SelectionBar";
import table from "../../parts/Table.module.css";
import { useRowKeys } from "../../parts/useRowKeys";
import { useSelection } from "../../parts/useSelection";
import { PersonaRow } from "./PersonaRow";
import { RemovePersonas } from "./RemovePersonas";
import type { Persona } from "./persona";
import { usePersonaActions } from "./usePersonaActions";
import style from "./PersonaRows.module.css";

interface Props {
  personas: readonly Persona[];
  period: { days?: number };
}

export function PersonaRows({ personas, period }: Props) {
  const href = useHref();
  const [, navigate] = useLocation();
  const mayWrite = useMay("work:write");
  const { toggle, duplicate } = usePersonaActions();
  const { selected, has, toggle: select, clear } = useSelection(personas);
  const [removing, setRemoving] = useState<readonly Persona[]>([]);
  const { chosen, rowProps } = useRowKeys(
    personas.map(({ id }) => id),
    "persona",
    (id) => navigate(href(`personas/${id}`)),
  );
  const current = personas.filter(({ id }) => id === chosen);
  const remove = () => setRemoving(selected.length > 0 ? selected : current);
  const decides = chosen ?? "";
  useCommands(
    mayWrite && chosen !== null
      ? [
          { title: "Switch on or off", keys: "t", group: "Persona", decides, run: () => current.forEach(toggle) },
          { title: "Duplicate", keys: "D", group: "Persona", decides, run: () => current.forEach(duplicate) },
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
            {mayWrite && <SelectHead />}
            <th className={style.state}>State</th>
            <th>Persona</th>
            <th className={`${table.some} ${table.minor}`}>Agent</th>
            <th className={table.number}>Runs</th>
            <th className={table.number}>Success</th>
            <th className={table.number}>Cost</th>
          </tr>
        </thead>
        <tbody>
          <EachRow of={personas} keyOf={ownId} as="tr">
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
        <SelectionBar what="personas" count={selected.length} onNone={clear}>
          <Button look="bad" onClick={remove}>
            Delete for good <Keys of="shift+Delete" />
          </Button>
        </SelectionBar>
      )}
      {removing.length > 0 && <RemovePersonas personas={removing} onClose={() => setRemoving([])} onDone={clear} />}
    </>
  );
}
