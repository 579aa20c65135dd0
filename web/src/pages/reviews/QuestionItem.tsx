import { PersonName } from "../../domain/people/PersonName";
import { Status } from "../../parts/Status";
import { TimeAgo } from "../../parts/Time";
import { useDraft } from "../../parts/useDraft";
import type { ListRowProps } from "../../parts/useRowNavigation";
import { isUndecided } from "./decisions";
import type { Decision, Question } from "./decisions";
import { QuestionEditor } from "./QuestionEditor";
import type { EditorKind } from "./QuestionEditor";
import { questionDraftName } from "./useSendDecisions";
import style from "./QuestionItem.module.css";

interface Props {
  question: Question;
  number: number;
  isCurrent: boolean;
  /** The field that is open in it. */
  editing: EditorKind | null;
  onDecide: (decision: Decision) => void;
  onClose: () => void;
  rowProps: ListRowProps;
}

const emptyDraft: { assumption: string | null; correction: string } = { assumption: null, correction: "" };

export function QuestionItem({ question, number, isCurrent, editing, onDecide, onClose, rowProps }: Props) {
  const { id: questionId } = question;
  const { draft, change } = useDraft(questionDraftName(questionId), emptyDraft);
  const assumption = draft.assumption ?? question.assumption;
  const hasUnsentText = isUndecided(question) && (assumption !== question.assumption || draft.correction !== "");
  const isEdited = assumption.trim() !== question.assumption;
  return (
    <li
      className={style.item}
      data-open={isUndecided(question) || undefined}
      data-here={isCurrent || undefined}
      {...rowProps}
    >
      <span className={style.number} aria-hidden>
        {number}
      </span>
      <div className={style.text}>
        <h2 className={style.question} dir="auto">
          {question.question}
        </h2>
        {editing === "assumption" ? (
          <QuestionEditor
            kind="assumption"
            text={assumption}
            onChange={(text) => change({ assumption: text })}
            onDone={() =>
              onDecide({ verdict: "approved", questionId, assumption: isEdited ? assumption.trim() : null })
            }
            onClose={onClose}
          />
        ) : (
          <p className={style.assumption} dir="auto" data-replaced={question.status === "declined" || undefined}>
            {question.assumption}
          </p>
        )}
        {editing === "correction" && (
          <QuestionEditor
            kind="correction"
            text={draft.correction}
            onChange={(text) => change({ correction: text })}
            onDone={() => onDecide({ verdict: "declined", questionId, correction: draft.correction.trim() })}
            onClose={onClose}
          />
        )}
        {question.correction !== null && (
          <p className={style.correction} dir="auto">
            {question.correction}
          </p>
        )}
        {hasUnsentText && editing === null && <p className={style.about}>You have unsent text here.</p>}
      </div>
      <div className={style.verdict}>{!isUndecided(question) && <Verdict question={question} />}</div>
    </li>
  );
}

function Verdict({ question: { status, reviewedBy, reviewedAt } }: { question: Question }) {
  return (
    <>
      <Status status={status} label={status === "approved" ? "Accepted" : "Declined"} />
      {reviewedAt !== null && (
        <span className={style.about}>
          {reviewedBy !== null && <PersonName id={reviewedBy} before="by " after=", " />}
          <TimeAgo at={reviewedAt} />
        </span>
      )}
    </>
  );
}
