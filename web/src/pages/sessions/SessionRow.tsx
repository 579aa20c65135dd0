import { Link } from "wouter";
import { useHref } from "../../project/project";
import type { SessionSummary } from "../../domain/sessions/session";
import { SelectBox } from "../../parts/SelectBox";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { Ago, Duration } from "../../parts/Time";
import type { useRowKeys } from "../../parts/useRowKeys";

interface Props {
  session: SessionSummary;
  isSelected: boolean;
  onToggle: () => void;
  rowProps: ReturnType<ReturnType<typeof useRowKeys>["rowProps"]>;
}

export function SessionRow({ session, isSelected, onToggle, rowProps }: Props) {
  const href = useHref();
  const { id, name, status, progress, error, issueCount, createdAt, completedAt } = session;
  return (
    <tr className={table.row} {...rowProps}>
      <td className={table.check}>
        <SelectBox what={`“${name}”`} isSelected={isSelected} onToggle={onToggle} />
      </td>
      <td className={table.state}>
        <SessionState of={status} />
      </td>
      <td className={table.main} title={name}>
        <Link href={href(`sessions/${id}`)}>
          <bdi>{name}</bdi>
        </Link>
      </td>
      <td className={table.some}>{status === "active" ? progress : error}</td>
      <td className={table.end} data-label="Issues">
        {issueCount}
      </td>
      <td className={table.end} data-label="Took">
        <Duration from={createdAt} until={completedAt} />
      </td>
      <td className={table.end} data-label="Started">
        <Ago at={createdAt} />
      </td>
    </tr>
  );
}

/** An active session is one in which an agent works. */
export function SessionState({ of: status }: { of: string }) {
  return status === "active" ? <Status of="running" label="Active" /> : <Status of={status} />;
}
