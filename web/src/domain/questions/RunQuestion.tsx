// A question that an agent asks in the middle of its work, answered in place: by one of its options (keys 1 to 9, or
// two keys for a permission), by a form, or by any text. An answer can be taken back for a moment.
import type { FunctionReturnType } from "convex/server";
import { useRef } from "react";
import type { ReactNode } from "react";
import { api } from "#convex/_generated/api";
import { useHasPermission } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { sendWithUndo } from "../../live/undo";
import { useProjectMutation } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { Status } from "../../parts/Status";
import { TimeAgo } from "../../parts/Time";
import { useDraft } from "../../parts/useDraft";
import { AnswerForm } from "./AnswerForm";
import style from "./RunQuestion.module.css";

export type Question = FunctionReturnType<typeof api.runQuestions.dashboard.list>["page"][number];

interface Props {
  question: Question;
  /** Only one question on a page listens to the keys. */
  hasShortcuts: boolean;
  /** A row that already shows the title needs neither a frame nor the title again. */
  isInRow?: boolean;
  /** A row that is not chosen shows a button instead of fields, and calls this to be chosen. */
  onUnfold?: (() => void) | undefined;
  /** Further buttons for a question that is open. */
  extraButtons?: ReactNode;
}

const group = "Question";
/** The runner begins the keys of permissions with it (docs/runner.md). */
const permissionPrefix = "permission/";

export function RunQuestion({ question, hasShortcuts, isInRow = false, onUnfold, extraButtons }: Props) {
  const mayWrite = useHasPermission("work:write");
  const answer = useProjectMutation(api.runQuestions.dashboard.answer);
  const dismiss = useProjectMutation(api.runQuestions.dashboard.dismiss);
  const section = useRef<HTMLElement>(null);
  const { id: questionId, title, text, options, schema, status } = question;
  const isOpen = status === "waiting" && mayWrite;

  function send(value: string | Record<string, unknown>): void {
    const what = typeof value === "string" ? `“${shorten(value)}”` : "your answer";
    sendWithUndo(questionId, `Answered with ${what}: ${title}`, () => answer({ questionId, answer: value }));
  }

  function skip(): void {
    sendWithUndo(questionId, `Skipped, the agent decides: ${title}`, () => dismiss({ questionId }));
  }

  const focusField = () => section.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  const answers =
    options === null
      ? [{ title: "Write an answer", keys: "a", group, run: focusField }]
      : options.slice(0, 9).map((option, at) => ({
          title: `Answer “${option}”`,
          keys: optionShortcut(question, at),
          group,
          decidesAbout: questionId,
          run: () => send(option),
        }));
  const skipCommand = { title: "Skip the question", keys: "N", group, decidesAbout: questionId, run: skip };
  useCommands(isOpen && hasShortcuts ? [...answers, skipCommand] : []);

  return (
    <section
      ref={section}
      className={style.question}
      data-within={isInRow || undefined}
      data-folded={onUnfold !== undefined || undefined}
      aria-label={`Question: ${title}`}
    >
      {!isInRow && <QuestionHeader question={question} />}
      {text !== null && <p className={style.text}>{text}</p>}
      {isOpen ? (
        <AnswerControls
          question={question}
          schema={schema}
          hasShortcuts={hasShortcuts}
          onAnswer={send}
          onUnfold={onUnfold}
        >
          <Button look="bare" onClick={skip}>
            Skip
            {hasShortcuts && <ShortcutKeys keys="N" />}
          </Button>
          {extraButtons}
        </AnswerControls>
      ) : (
        <ClosedQuestion question={question} />
      )}
    </section>
  );
}

/** A permission has keys of its own, so that nobody grants it who meant to answer another question. */
function optionShortcut({ key }: Question, index: number): string {
  return key.startsWith(permissionPrefix) ? `a ${index + 1}` : String(index + 1);
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}

/** A row shows the same by itself. */
function QuestionHeader({ question }: { question: Question }) {
  const { title, createdAt, deadline, status } = question;
  const until = status === "waiting" ? deadline : null;
  return (
    <header className={style.head}>
      <h3>{title}</h3>
      <span className={style.since}>
        asked <TimeAgo at={createdAt} />
        {until !== null && (
          <>
            , expires <TimeAgo at={until} />
          </>
        )}
      </span>
    </header>
  );
}

interface AnswerControlsProps {
  question: Question;
  schema: Question["schema"];
  hasShortcuts: boolean;
  onAnswer: (answer: string | Record<string, unknown>) => void;
  onUnfold: Props["onUnfold"];
  /** What can be done without an answer. */
  children: ReactNode;
}

function AnswerControls({ question, schema, hasShortcuts, onAnswer, onUnfold, children }: AnswerControlsProps) {
  if (question.options !== null) {
    return (
      <div className={style.options}>
        {question.options.map((option, index) => (
          <Button key={option} onClick={() => onAnswer(option)}>
            {option}
            {hasShortcuts && index < 9 && <ShortcutKeys keys={optionShortcut(question, index)} />}
          </Button>
        ))}
        {children}
      </div>
    );
  }
  if (onUnfold !== undefined) {
    return (
      <div className={style.options}>
        <Button onClick={onUnfold}>Answer</Button>
        {children}
      </div>
    );
  }
  return (
    <>
      {schema === null ? (
        <FreeAnswer id={question.id} onAnswer={onAnswer} />
      ) : (
        <AnswerForm id={question.id} schema={schema} onAnswer={onAnswer} />
      )}
      <div className={style.options}>{children}</div>
    </>
  );
}

function FreeAnswer({ id, onAnswer }: { id: string; onAnswer: (answer: string) => void }) {
  const { draft, change } = useDraft(`answer.${id}`, { text: "" });
  const isEmpty = draft.text.trim() === "";
  const answer = () => {
    if (!isEmpty) onAnswer(draft.text);
  };
  return (
    <form
      className={style.free}
      onSubmit={(event) => {
        event.preventDefault();
        answer();
      }}
    >
      <Field label="Answer">
        {(control) => (
          <textarea
            {...control}
            value={draft.text}
            onChange={(event) => change({ text: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) answer();
              // The keys of the page work again.
              if (event.key === "Escape") event.currentTarget.blur();
            }}
          />
        )}
      </Field>
      <Button type="submit" look="main" disabled={isEmpty}>
        Answer <ShortcutKeys keys="mod+Enter" />
      </Button>
    </form>
  );
}

function ClosedQuestion({ question }: { question: Question }) {
  const { status, answer, closedBy } = question;
  return (
    <p className={style.answered}>
      <Status status={status} />
      {answer !== null && <span>{typeof answer === "string" ? answer : JSON.stringify(answer)}</span>}
      {closedBy !== null && <span className={style.since}>by {closedBy}</span>}
    </p>
  );
}
