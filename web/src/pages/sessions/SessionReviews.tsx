// What the agent asked in this session.
import { Link } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref } from "../../project/project";
import { ReviewStatus } from "../../domain/reviews/ReviewStatus";
import { useProjectList } from "../../live/useProjectQuery";
import { EachRow, ownId } from "../../parts/EachRow";
import { Section } from "../../parts/Section";
import { Ago } from "../../parts/Time";
import style from "./SessionPage.module.css";

export function SessionReviews({ sessionId }: { sessionId: string }) {
  const href = useHref();
  const { results } = useProjectList(api.answeringSessions.dashboard.list, { issueSessionId: sessionId }, 20);
  if (results.length === 0) return null;
  return (
    <Section title="Reviews of its questions">
      <ul>
        <EachRow of={results} keyOf={ownId} as="li">
          {({ id, status, questionCount, reviewedCount, createdAt }) => (
            <li className={style.row}>
              <ReviewStatus of={status} />
              <Link href={href(`reviews/${id}`)} className={style.name}>
                {questionCount === 0 ? "No questions yet" : `${reviewedCount} of ${questionCount} decided`}
              </Link>
              <span className={style.about}>
                <Ago at={createdAt} />
              </span>
            </li>
          )}
        </EachRow>
      </ul>
    </Section>
  );
}
