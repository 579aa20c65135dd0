import { Link } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref } from "../../project/project";
import { useProjectQuery } from "../../live/useProjectQuery";
import { Money } from "../../parts/Money";
import { SelectBox } from "../../parts/SelectBox";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import type { useRowKeys } from "../../parts/useRowKeys";
import { countText, successText } from "./Numbers";
import { agentOf } from "./persona";
import type { Persona } from "./persona";
import style from "./PersonaRows.module.css";

interface Props {
  persona: Persona;
  period: { days?: number };
  isSelected: boolean;
  /** Null for those who may not change anything. */
  onSelect: (() => void) | null;
  rowProps: ReturnType<ReturnType<typeof useRowKeys>["rowProps"]>;
}

export function PersonaRow({ persona, period, isSelected, onSelect, rowProps }: Props) {
  const href = useHref();
  const found = useProjectQuery(api.personas.dashboard.analytics, { id: persona.id, ...period });
  const numbers = found.kind === "shown" ? found.value : null;
  const { id, name, type, description, isEnabled } = persona;
  return (
    <tr className={table.row} {...rowProps}>
      {onSelect !== null && (
        <td className={table.check}>
          <SelectBox what={name} isSelected={isSelected} onToggle={onSelect} />
        </td>
      )}
      <td className={style.state}>
        <Status of={isEnabled ? "active" : "stopped"} label={isEnabled ? "On" : "Off"} />
      </td>
      <td className={table.main}>
        <Link href={href(`personas/${id}`)}>
          <bdi>{name}</bdi>
        </Link>
        <span className={table.below} dir="auto">
          {description === null ? type : `${type}: ${description}`}
        </span>
      </td>
      <td className={`${table.some} ${table.minor}`}>{agentOf(persona)}</td>
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
