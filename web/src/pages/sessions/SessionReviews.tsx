// What the agent asked in this session.
import { Link } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref } from "../../project/project";
import { ReviewStatus } from "../../domain/reviews/ReviewStatus";
import { useProjectList } from "../../live/projectHooks";
import { EachRow, idOf } from "../../parts/EachRow";
import { Section } from "../../parts/Section";
import { TimeAgo } from "../../parts/Time";
import style from "./SessionPage.module.css";

export function SessionReviews({ sessionId }: { sessionId: string }) {
  const href = useProjectHref();
  const { results } = useProjectList(api.answeringSessions.dashboard.list, { issueSessionId: sessionId }, 20);
  if (results.length === 0) return null;
  return (
    <Section title="Reviews of its questions">
      <ul>
        <EachRow items={results} keyOf={idOf} as="li">
          {({ id, status, questionCount, reviewedCount, createdAt }) => (
            <li className={style.row}>
              <ReviewStatus status={status} />
              <Link href={href(`reviews/${id}`)} className={style.name}>
                {questionCount === 0 ? "No questions yet" : `${reviewedCount} of ${questionCount} decided`}
              </Link>
              <span className={style.about}>
                <TimeAgo at={createdAt} />
              </span>
            </li>
          )}
        </EachRow>
      </ul>
    </Section>
  );
}
