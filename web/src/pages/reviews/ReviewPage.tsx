// One pass over the questions of an agent: accept its assumption, put it in other words, or correct it. Each decision
// leads to the next question, so that ten of them take ten keys.
import { useParams } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref } from "../../project/project";
import { useSessionName } from "../../domain/sessions/useSessionName";
import { useProjectQuery } from "../../live/projectHooks";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { PageHeader } from "../../parts/PageHeader";
import { Loaded } from "../../parts/Loaded";
import { ReviewMenu } from "./ReviewMenu";
import { NextReviewLink } from "./NextReviewLink";
import { QuestionReview } from "./QuestionReview";
import { ReviewSummary } from "./ReviewSummary";
import type { AnsweringSession } from "./ReviewSummary";
import { useSessionQuestions } from "./useSessionQuestions";
import style from "./ReviewPage.module.css";

export default function ReviewPage() {
  const { session: id = "" } = useParams();
  const found = useProjectQuery(api.answeringSessions.dashboard.get, { id });
  return <Loaded result={found}>{(session) => <Review key={session.id} session={session} />}</Loaded>;
}

function Review({ session }: { session: AnsweringSession }) {
  const href = useProjectHref();
  const name = useSessionName(session.issueSessionId);
  const questions = useSessionQuestions(session.id);
  return (
    <div className={style.page}>
      <PageHeader
        title={name}
        parents={[{ label: "Reviews", href: href("reviews") }]}
        actions={
          <>
            <NextReviewLink after={session.id} />
            <ReviewMenu session={session} />
          </>
        }
      >
        <ReviewSummary session={session} />
      </PageHeader>
      {questions === null ? (
        <Loading rows={8} />
      ) : questions.length === 0 ? (
        <EmptyState title="No questions yet">
          Questions that the agent asks while it works appear here at once.
        </EmptyState>
      ) : (
        <QuestionReview session={session} loadedQuestions={questions} />
      )}
    </div>
  );
}
