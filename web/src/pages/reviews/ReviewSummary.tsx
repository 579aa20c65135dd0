import type { FunctionReturnType } from "convex/server";
import { Link } from "wouter";
import type { api } from "#convex/_generated/api";
import { useProjectHref } from "../../project/project";
import { ReviewStatus } from "../../domain/reviews/ReviewStatus";
import { TimeAgo } from "../../parts/Time";
import style from "./ReviewSummary.module.css";

export type AnsweringSession = FunctionReturnType<typeof api.answeringSessions.dashboard.get>;

export function ReviewSummary({ session }: { session: AnsweringSession }) {
  const href = useProjectHref();
  return (
    <p className={style.state}>
      <ReviewStatus status={session.status} />
      <span>
        started <TimeAgo at={session.createdAt} />
      </span>
      <Link href={href(`sessions/${session.issueSessionId}`)} className={style.link}>
        Issue session
      </Link>
    </p>
  );
}
