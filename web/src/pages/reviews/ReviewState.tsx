import type { FunctionReturnType } from "convex/server";
import { Link } from "wouter";
import type { api } from "../../../../convex/_generated/api";
import { useHref } from "../../project/project";
import { ReviewStatus } from "../../domain/reviews/ReviewStatus";
import { Ago } from "../../parts/Time";
import style from "./ReviewState.module.css";

export type AnsweringSession = FunctionReturnType<typeof api.answeringSessions.dashboard.get>;

export function ReviewState({ session }: { session: AnsweringSession }) {
  const href = useHref();
  return (
    <p className={style.state}>
      <ReviewStatus of={session.status} />
      <span>
        begun <Ago at={session.createdAt} />
      </span>
      <Link href={href(`sessions/${session.issueSessionId}`)} className={style.link}>
        Issue session
      </Link>
    </p>
  );
}
