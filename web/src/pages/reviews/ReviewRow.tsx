import { Link } from "wouter";
import { useHref } from "../../app/project";
import { ReviewStatus } from "../../domain/reviews/ReviewStatus";
import { useSessionName } from "../../domain/sessions/useSessionName";
import { Ago } from "../../parts/Time";
import type { useRowKeys } from "../../parts/useRowKeys";
import type { AnsweringSession } from "./ReviewState";
import style from "./ReviewsPage.module.css";

interface Props {
  session: AnsweringSession;
  rowProps: ReturnType<ReturnType<typeof useRowKeys>["rowProps"]>;
}

export function ReviewRow({ session, rowProps }: Props) {
  const href = useHref();
  const name = useSessionName(session.issueSessionId);
  const { questionCount, reviewedCount } = session;
  return (
    <li className={style.row} {...rowProps}>
      <Link href={href(`reviews/${session.id}`)} className={style.name}>
        <bdi>{name}</bdi>
      </Link>
      <ReviewStatus of={session.status} />
      <span className={style.count}>{questionCount === 0 ? "" : `${reviewedCount} of ${questionCount} decided`}</span>
      <span className={style.ago}>
        <Ago at={session.createdAt} />
      </span>
    </li>
  );
}
