import { Link } from "wouter";
import { useProjectHref } from "../../project/project";
import { ReviewStatus } from "../../domain/reviews/ReviewStatus";
import { useSessionName } from "../../domain/sessions/useSessionName";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import type { ListRowProps } from "../../parts/useRowNavigation";
import type { AnsweringSession } from "./ReviewSummary";

interface Props {
  session: AnsweringSession;
  rowProps: ListRowProps;
}

export function ReviewRow({ session, rowProps }: Props) {
  const href = useProjectHref();
  const name = useSessionName(session.issueSessionId);
  const { questionCount, reviewedCount } = session;
  return (
    <tr className={table.row} {...rowProps}>
      <td className={table.main}>
        <Link href={href(`reviews/${session.id}`)}>
          <bdi>{name}</bdi>
        </Link>
      </td>
      <td className={table.some}>
        <ReviewStatus status={session.status} />
      </td>
      <td className={table.some}>{questionCount === 0 ? "" : `${reviewedCount} of ${questionCount} decided`}</td>
      <td className={table.end} data-label="Started">
        <TimeAgo at={session.createdAt} />
      </td>
    </tr>
  );
}
