import { useEffect, useState } from "react";
import { useHasPermission } from "../../project/project";
import { EachRow, idOf } from "../../parts/EachRow";
import { showNotice } from "../../feedback/notices";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { ConfirmAcceptAll, ConfirmFinishEarly } from "./ReviewConfirmations";
import { DecisionBar } from "./DecisionBar";
import type { ReviewAction } from "./DecisionBar";
import { isUndecided, nextUndecided } from "./decisions";
import type { Decision, Question } from "./decisions";
import type { EditorKind } from "./QuestionEditor";
import { QuestionItem } from "./QuestionItem";
import type { AnsweringSession } from "./ReviewSummary";
import { usePendingDecisions } from "./usePendingDecisions";
import { useFinishReview } from "./useFinishReview";

interface Props {
  session: AnsweringSession;
  loadedQuestions: readonly Question[];
}

export function QuestionReview({ session, loadedQuestions }: Props) {
  const mayDecide = useHasPermission("work:write") && (session.status === "pending" || session.status === "active");
  const { questions, pending, decide, undoLast, send } = usePendingDecisions(session.id, loadedQuestions);
  const [editor, setEditor] = useState<{ id: string; kind: EditorKind } | null>(null);
  const [confirming, setConfirming] = useState<"accept all" | "finish" | null>(null);
  const { chosen, choose, rowProps } = useRowNavigation(
    questions.map(({ id }) => id),
    "question",
  );
  const current = questions.find(({ id }) => id === chosen) ?? null;
  const open = questions.filter(isUndecided);
  const finish = useFinishReview({ session, hasOpen: open.length > 0, hasPending: pending.length > 0, send });

  const first = (open[0] ?? questions[0])?.id;
  useEffect(() => {
    if (chosen === null && first !== undefined) choose(first);
  }, [chosen, first, choose]);
  useEffect(() => {
    if (chosen !== null) document.querySelector(`[data-row="${chosen}"]`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  function decideOne(decision: Decision): void {
    decide([decision]);
    setEditor(null);
    const next = nextUndecided(questions, decision.questionId);
    if (next !== undefined) choose(next.id);
  }

  async function acceptAll(): Promise<void> {
    decide(open.map(({ id }) => ({ verdict: "approved", questionId: id, assumption: null })));
  }

  function undo(): void {
    const [former] = undoLast();
    if (former === undefined) {
      showNotice({ tone: "plain", text: "The agent already has the earlier decisions, so they cannot be undone." });
      return;
    }
    choose(former.questionId);
  }

  function currentActions(question: Question): ReviewAction[] {
    const { id } = question;
    const edit = () => setEditor({ id, kind: "assumption" });
    const accept = () => decideOne({ verdict: "approved", questionId: id, assumption: null });
    return [
      { title: "Accept the assumption", label: "Accept", keys: "a", look: "main", decidesAbout: id, run: accept },
      { title: "Edit the assumption", label: "Edit", keys: "Enter", look: "plain", run: edit },
      { title: "Edit the text", keys: "i", look: "plain", isKeyOnly: true, run: edit },
      {
        title: "Decline with a correction",
        label: "Decline",
        keys: "d",
        look: "plain",
        run: () => setEditor({ id, kind: "correction" }),
      },
    ];
  }

  const actions: ReviewAction[] = [
    ...(current !== null && isUndecided(current) && editor === null ? currentActions(current) : []),
    { title: "Undo", keys: "z", look: "bare", isKeyOnly: pending.length === 0, run: undo },
    ...(open.length > 1
      ? [
          {
            title: "Accept all remaining",
            keys: "A",
            look: "bare" as const,
            run: () => setConfirming("accept all"),
          },
        ]
      : []),
    {
      title: "Finish the review",
      label: "Finish",
      keys: "f",
      decidesAbout: session.id,
      look: open.length === 0 ? "main" : "bare",
      run: () => (open.length === 0 ? void finish() : setConfirming("finish")),
    },
  ];

  return (
    <>
      <ol aria-label="Questions">
        <EachRow items={questions} keyOf={idOf} as="li">
          {(question, index) => (
            <QuestionItem
              question={question}
              number={index + 1}
              isCurrent={question.id === chosen}
              editing={editor?.id === question.id ? editor.kind : null}
              onDecide={decideOne}
              onClose={() => setEditor(null)}
              rowProps={rowProps(question.id)}
            />
          )}
        </EachRow>
      </ol>
      {mayDecide && (
        <DecisionBar decidedCount={questions.length - open.length} count={questions.length} actions={actions} />
      )}
      {confirming === "accept all" && (
        <ConfirmAcceptAll count={open.length} change={acceptAll} onClose={() => setConfirming(null)} />
      )}
      {confirming === "finish" && (
        <ConfirmFinishEarly count={open.length} change={finish} onClose={() => setConfirming(null)} />
      )}
    </>
  );
}
