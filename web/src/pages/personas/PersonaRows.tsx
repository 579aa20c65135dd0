import { useState } from "react";
import { useLocation } from "wouter";
import { useHref, useMay } from "../../app/project";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { Button } from "../../parts/Button";
import table from "../../parts/Table.module.css";
import { useRowKeys } from "../../parts/useRowKeys";
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
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [removing, setRemoving] = useState<readonly Persona[]>([]);
  const { chosen, rowProps } = useRowKeys(
    personas.map(({ id }) => id),
    "persona",
    (id) => navigate(href(`personas/${id}`)),
  );
  const current = personas.filter(({ id }) => id === chosen);
  const selected = personas.filter(({ id }) => selectedIds.has(id));

  function select(id: string): void {
    const next = new Set(selectedIds);
    if (!next.delete(id)) next.add(id);
    setSelectedIds(next);
  }

  const remove = () => setRemoving(selected.length > 0 ? selected : current);
  useCommands(
    mayWrite && chosen !== null
      ? [
          { title: "Switch on or off", keys: "t", group: "Persona", run: () => current.forEach(toggle) },
          { title: "Duplicate", keys: "D", group: "Persona", run: () => current.forEach(duplicate) },
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
            {mayWrite && (
              <th className={style.check}>
                <span className="visually-hidden">Selected</span>
              </th>
            )}
            <th className={style.state}>State</th>
            <th>Persona</th>
            <th className={`${table.some} ${table.minor}`}>Agent</th>
            <th className={style.number}>Runs</th>
            <th className={style.number}>Success</th>
            <th className={style.number}>Cost</th>
          </tr>
        </thead>
        <tbody>
          {personas.map((persona) => (
            <PersonaRow
              key={persona.id}
              persona={persona}
              period={period}
              isSelected={selectedIds.has(persona.id)}
              onSelect={mayWrite ? () => select(persona.id) : null}
              rowProps={rowProps(persona.id)}
            />
          ))}
        </tbody>
      </table>
      {selected.length > 0 && (
        <div className={style.bar} role="toolbar" aria-label="Selected personas">
          <strong>{selected.length} selected</strong>
          <Button look="bad" onClick={remove}>
            Delete for good <Keys of="shift+Delete" />
          </Button>
          <Button look="bare" onClick={() => setSelectedIds(new Set())}>
            Select none
          </Button>
        </div>
      )}
      {removing.length > 0 && (
        <RemovePersonas personas={removing} onClose={() => setRemoving([])} onDone={() => setSelectedIds(new Set())} />
      )}
    </>
  );
}
