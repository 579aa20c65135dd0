import { Link } from "wouter";
import { useHref } from "../../project/project";
import { ReviewStatus } from "../../domain/reviews/ReviewStatus";
import { useSessionName } from "../../domain/sessions/useSessionName";
import table from "../../parts/Table.module.css";
import { Ago } from "../../parts/Time";
import type { useRowKeys } from "../../parts/useRowKeys";
import type { AnsweringSession } from "./ReviewState";

interface Props {
  session: AnsweringSession;
  rowProps: ReturnType<ReturnType<typeof useRowKeys>["rowProps"]>;
}

export function ReviewRow({ session, rowProps }: Props) {
  const href = useHref();
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
        <ReviewStatus of={session.status} />
      </td>
      <td className={table.some}>{questionCount === 0 ? "" : `${reviewedCount} of ${questionCount} decided`}</td>
      <td className={table.end} data-label="Begun">
        <Ago at={session.createdAt} />
      </td>
    </tr>
  );
}
