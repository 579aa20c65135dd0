import { Link } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref } from "../../project/project";
import { useProjectQuery } from "../../live/projectHooks";
import { Money } from "../../parts/Money";
import { SelectCheckbox } from "../../parts/SelectCheckbox";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import type { ListRowProps } from "../../parts/useRowNavigation";
import { countText, successText } from "./PersonaStatistics";
import { agentText } from "./persona";
import type { Persona } from "./persona";
import style from "./PersonaTable.module.css";

interface Props {
  persona: Persona;
  period: { days?: number };
  isSelected: boolean;
  /** Null for those who may not change anything. */
  onSelect: (() => void) | null;
  rowProps: ListRowProps;
}

export function PersonaRow({ persona, period, isSelected, onSelect, rowProps }: Props) {
  const href = useProjectHref();
  const found = useProjectQuery(api.personas.dashboard.analytics, { id: persona.id, ...period });
  const numbers = found.kind === "ready" ? found.value : null;
  const { id, name, type, description, isEnabled } = persona;
  return (
    <tr className={table.row} {...rowProps}>
      {onSelect !== null && (
        <td className={table.check}>
          <SelectCheckbox what={name} isSelected={isSelected} onToggle={onSelect} />
        </td>
      )}
      <td className={style.state}>
        <Status status={isEnabled ? "active" : "stopped"} label={isEnabled ? "Enabled" : "Disabled"} />
      </td>
      <td className={table.main}>
        <Link href={href(`personas/${id}`)}>
          <bdi>{name}</bdi>
        </Link>
        <span className={table.below} dir="auto">
          {description === null ? type : `${type}: ${description}`}
        </span>
      </td>
      <td className={`${table.some} ${table.minor}`}>{agentText(persona)}</td>
      <td className={table.number} data-label="Runs">
        {numbers !== null && countText(numbers.runs)}
      </td>
      <td className={table.number} data-label="Success">
        {numbers !== null && successText(numbers)}
      </td>
      <td className={table.number} data-label="Cost">
        {numbers !== null && <Money usd={numbers.costUsd} />}
      </td>
    </tr>
  );
}
