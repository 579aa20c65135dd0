import { Link } from "wouter";
import { useProjectHref } from "../../project/project";
import type { SessionSummary } from "../../domain/sessions/session";
import { SelectCheckbox } from "../../parts/SelectCheckbox";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { TimeAgo, Duration } from "../../parts/Time";
import type { ListRowProps } from "../../parts/useRowNavigation";

interface Props {
  session: SessionSummary;
  isSelected: boolean;
  onToggle: () => void;
  rowProps: ListRowProps;
}

export function SessionRow({ session, isSelected, onToggle, rowProps }: Props) {
  const href = useProjectHref();
  const { id, name, status, progress, error, issueCount, createdAt, completedAt } = session;
  return (
    <tr className={table.row} {...rowProps}>
      <td className={table.check}>
        <SelectCheckbox what={`“${name}”`} isSelected={isSelected} onToggle={onToggle} />
      </td>
      <td className={table.state}>
        <SessionStatus status={status} />
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
      <td className={table.end} data-label="Duration">
        <Duration from={createdAt} until={completedAt} />
      </td>
      <td className={table.end} data-label="Started">
        <TimeAgo at={createdAt} />
      </td>
    </tr>
  );
}

/** An active session is one in which an agent works. */
export function SessionStatus({ status }: { status: string }) {
  return status === "active" ? <Status status="running" label="Active" /> : <Status status={status} />;
}
