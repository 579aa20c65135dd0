import { PersonName } from "../../domain/people/PersonName";
import { Status } from "../../parts/Status";
import { Ago } from "../../parts/Time";
import { useDraft } from "../../parts/useDraft";
import type { useRowKeys } from "../../parts/useRowKeys";
import { isOpen } from "./decisions";
import type { Decision, Question } from "./decisions";
import { QuestionEditor } from "./QuestionEditor";
import type { EditorKind } from "./QuestionEditor";
import { draftName } from "./useSending";
import style from "./QuestionItem.module.css";

interface Props {
  question: Question;
  place: number;
  isCurrent: boolean;
  /** The field that is open in it. */
  editing: EditorKind | null;
  onDecide: (decision: Decision) => void;
  onLeave: () => void;
  rowProps: ReturnType<ReturnType<typeof useRowKeys>["rowProps"]>;
}

const nothing: { assumption: string | null; correction: string } = { assumption: null, correction: "" };

export function QuestionItem({ question, place, isCurrent, editing, onDecide, onLeave, rowProps }: Props) {
  const { id: questionId } = question;
  const { draft, change } = useDraft(draftName(questionId), nothing);
  const assumption = draft.assumption ?? question.assumption;
  const isBegun = isOpen(question) && (assumption !== question.assumption || draft.correction !== "");
  const isEdited = assumption.trim() !== question.assumption;
  return (
    <li
      className={style.item}
      data-open={isOpen(question) || undefined}
      data-here={isCurrent || undefined}
      {...rowProps}
    >
      <span className={style.place} aria-hidden>
        {place}
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
            onLeave={onLeave}
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
            onLeave={onLeave}
          />
        )}
        {question.correction !== null && (
          <p className={style.correction} dir="auto">
            {question.correction}
          </p>
        )}
        {isBegun && editing === null && (
          <p className={style.about}>You have begun to change this. Your text is kept.</p>
        )}
      </div>
      <div className={style.verdict}>{!isOpen(question) && <Verdict question={question} />}</div>
    </li>
  );
}

function Verdict({ question: { status, reviewedBy, reviewedAt } }: { question: Question }) {
  return (
    <>
      <Status of={status} label={status === "approved" ? "Accepted" : "Declined"} />
      {reviewedAt !== null && (
        <span className={style.about}>
          {reviewedBy !== null && <PersonName id={reviewedBy} before="by " after=", " />}
          <Ago at={reviewedAt} />
        </span>
      )}
    </>
  );
}
