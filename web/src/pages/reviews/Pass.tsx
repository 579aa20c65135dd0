import { useEffect, useState } from "react";
import { useMay } from "../../project/project";
import { EachRow, ownId } from "../../parts/EachRow";
import { showNotice } from "../../feedback/notices";
import { useRowKeys } from "../../parts/useRowKeys";
import { AcceptAll, FinishEarly } from "./Asking";
import { DecisionBar } from "./DecisionBar";
import type { ReviewAction } from "./DecisionBar";
import { isOpen, nextOpen } from "./decisions";
import type { Decision, Question } from "./decisions";
import type { EditorKind } from "./QuestionEditor";
import { QuestionItem } from "./QuestionItem";
import type { AnsweringSession } from "./ReviewState";
import { useDecisions } from "./useDecisions";
import { useFinish } from "./useFinish";

interface Props {
  session: AnsweringSession;
  known: readonly Question[];
}

export function Pass({ session, known }: Props) {
  const mayDecide = useMay("work:write") && (session.status === "pending" || session.status === "active");
  const { questions, held, decide, takeBack, send } = useDecisions(session.id, known);
  const [editor, setEditor] = useState<{ id: string; kind: EditorKind } | null>(null);
  const [asking, setAsking] = useState<"accept all" | "finish" | null>(null);
  const { chosen, choose, rowProps } = useRowKeys(
    questions.map(({ id }) => id),
    "question",
  );
  const current = questions.find(({ id }) => id === chosen) ?? null;
  const open = questions.filter(isOpen);
  const finish = useFinish({ session, hasOpen: open.length > 0, hasHeld: held.length > 0, send });

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
    const next = nextOpen(questions, decision.questionId);
    if (next !== undefined) choose(next.id);
  }

  async function acceptAll(): Promise<void> {
    decide(open.map(({ id }) => ({ verdict: "approved", questionId: id, assumption: null })));
  }

  function undo(): void {
    const [former] = takeBack();
    if (former === undefined) {
      showNotice({ tone: "plain", text: "The agent has the earlier decisions already. They stay as they are." });
      return;
    }
    choose(former.questionId);
  }

  function ofCurrent(question: Question): ReviewAction[] {
    const { id } = question;
    const edit = () => setEditor({ id, kind: "assumption" });
    const accept = () => decideOne({ verdict: "approved", questionId: id, assumption: null });
    return [
      { title: "Accept the assumption", label: "Accept", keys: "a", look: "main", decides: id, run: accept },
      { title: "Edit the assumption", label: "Edit", keys: "Enter", look: "plain", run: edit },
      { title: "Edit it", keys: "i", look: "plain", isKeyOnly: true, run: edit },
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
    ...(current !== null && isOpen(current) && editor === null ? ofCurrent(current) : []),
    { title: "Undo", keys: "z", look: "bare", isKeyOnly: held.length === 0, run: undo },
    ...(open.length > 1
      ? [{ title: "Accept all that are left", keys: "A", look: "bare" as const, run: () => setAsking("accept all") }]
      : []),
    {
      title: "Finish the review",
      label: "Finish",
      keys: "f",
      decides: session.id,
      look: open.length === 0 ? "main" : "bare",
      run: () => (open.length === 0 ? void finish() : setAsking("finish")),
    },
  ];

  return (
    <>
      <ol aria-label="Questions">
        <EachRow of={questions} keyOf={ownId} as="li">
          {(question, index) => (
            <QuestionItem
              question={question}
              place={index + 1}
              isCurrent={question.id === chosen}
              editing={editor?.id === question.id ? editor.kind : null}
              onDecide={decideOne}
              onLeave={() => setEditor(null)}
              rowProps={rowProps(question.id)}
            />
          )}
        </EachRow>
      </ol>
      {mayDecide && (
        <DecisionBar decidedCount={questions.length - open.length} count={questions.length} actions={actions} />
      )}
      {asking === "accept all" && <AcceptAll count={open.length} change={acceptAll} onClose={() => setAsking(null)} />}
      {asking === "finish" && <FinishEarly count={open.length} change={finish} onClose={() => setAsking(null)} />}
    </>
  );
}
