// One pass over the questions of an agent: accept its assumption, put it in other words, or correct it. Each decision
// leads to the next question, so that ten of them take ten keys.
import { useParams } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref } from "../../project/project";
import { useSessionName } from "../../domain/sessions/useSessionName";
import { useProjectQuery } from "../../live/useProjectQuery";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { PageHead } from "../../parts/PageHead";
import { Shown } from "../../parts/Shown";
import { DiscardReview } from "./DiscardReview";
import { NextReview } from "./NextReview";
import { Pass } from "./Pass";
import { ReviewState } from "./ReviewState";
import type { AnsweringSession } from "./ReviewState";
import { useQuestions } from "./useQuestions";
import style from "./ReviewPage.module.css";

export default function ReviewPage() {
  const { session: id = "" } = useParams();
  const found = useProjectQuery(api.answeringSessions.dashboard.get, { id });
  return <Shown of={found}>{(session) => <Review key={session.id} session={session} />}</Shown>;
}

function Review({ session }: { session: AnsweringSession }) {
  const href = useHref();
  const name = useSessionName(session.issueSessionId);
  const questions = useQuestions(session.id);
  return (
    <div className={style.page}>
      <PageHead
        title={name}
        above={[{ label: "Reviews", href: href("reviews") }]}
        actions={
          <>
            <NextReview after={session.id} />
            <DiscardReview session={session} />
          </>
        }
      >
        <ReviewState session={session} />
      </PageHead>
      {questions === null ? (
        <Loading rows={8} />
      ) : questions.length === 0 ? (
        <Empty title="No questions yet">
          The runner writes down the questions of its agent while it works. They appear here at once.
        </Empty>
      ) : (
        <Pass session={session} known={questions} />
      )}
    </div>
  );
}
