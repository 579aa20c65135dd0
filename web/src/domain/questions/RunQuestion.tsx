// A question that an agent asks in the middle of its work, answered in place: by one of its options (keys 1 to 9, or
// two keys for a permission), by a form, or by any text. An answer can be taken back for a moment.
import type { FunctionReturnType } from "convex/server";
import { useRef } from "react";
import type { ReactNode } from "react";
import { api } from "../../../../convex/_generated/api";
import { useMay } from "../../project/project";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { hold } from "../../live/held";
import { useProjectMutation } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { Status } from "../../parts/Status";
import { Ago, Exactly } from "../../parts/Time";
import { useDraft } from "../../parts/useDraft";
import { AnswerForm } from "./AnswerForm";
import style from "./RunQuestion.module.css";

export type Question = FunctionReturnType<typeof api.runQuestions.dashboard.list>["page"][number];

interface Props {
  question: Question;
  /** Only one question on a page listens to the keys. */
  hasKeys: boolean;
  /** A row that already shows the title needs neither a frame nor the title again. */
  isWithin?: boolean;
  /** Further buttons for a question that is open. */
  beside?: ReactNode;
}

const group = "Question";
/** The runner begins the keys of permissions with it (docs/runner.md). */
const permissionPrefix = "permission/";

export function RunQuestion({ question, hasKeys, isWithin = false, beside }: Props) {
  const mayWrite = useMay("work:write");
  const answer = useProjectMutation(api.runQuestions.dashboard.answer);
  const dismiss = useProjectMutation(api.runQuestions.dashboard.dismiss);
  const place = useRef<HTMLElement>(null);
  const { id: questionId, title, text, options, schema, status } = question;
  const isOpen = status === "waiting" && mayWrite;

  function send(value: string | Record<string, unknown>): void {
    const what = typeof value === "string" ? `“${shortened(value)}”` : "your answer";
    hold(questionId, `The agent gets ${what}: ${title}`, () => answer({ questionId, answer: value }));
  }

  function ignoreQuestion(): void {
    hold(questionId, `The agent continues without an answer: ${title}`, () => dismiss({ questionId }));
  }

  const write = () => place.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  const answers =
    options === null
      ? [{ title: "Write the answer", keys: "a", group, run: write }]
      : options.slice(0, 9).map((option, at) => ({
          title: `Answer “${option}”`,
          keys: keysOf(question, at),
          group,
          decides: questionId,
          run: () => send(option),
        }));
  const ignore = { title: "Do not answer", keys: "N", group, decides: questionId, run: ignoreQuestion };
  useCommands(isOpen && hasKeys ? [...answers, ignore] : []);

  return (
    <section
      ref={place}
      className={style.question}
      data-within={isWithin || undefined}
      aria-label={`Question: ${title}`}
    >
      <Head question={question} isWithin={isWithin} />
      {text !== null && <p className={style.text}>{text}</p>}
      {isOpen ? (
        <Ways question={question} schema={schema} hasKeys={hasKeys} onAnswer={send}>
          <Button look="bare" onClick={ignoreQuestion}>
            Do not answer
            {hasKeys && <Keys of="N" />}
          </Button>
          {beside}
        </Ways>
      ) : (
        <Answered question={question} />
      )}
    </section>
  );
}

/** A permission has keys of its own, so that nobody grants it who meant to answer another question. */
function keysOf({ key }: Question, place: number): string {
  return key.startsWith(permissionPrefix) ? `a ${place + 1}` : String(place + 1);
}

function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}

/** A row that already shows the title also shows since when the question waits. */
function Head({ question, isWithin }: { question: Question; isWithin: boolean }) {
  const { title, createdAt, deadline, status } = question;
  const until = status === "waiting" ? deadline : null;
  if (isWithin && until === null) return null;
  return (
    <header className={style.head}>
      {!isWithin && <h3>{title}</h3>}
      <span className={style.since}>
        {!isWithin && (
          <>
            asked <Ago at={createdAt} />
            {until !== null && ", "}
          </>
        )}
        {until !== null && (
          <>
            until <Exactly at={until} />
          </>
        )}
      </span>
    </header>
  );
}

interface WaysProps {
  question: Question;
  schema: Question["schema"];
  hasKeys: boolean;
  onAnswer: (answer: string | Record<string, unknown>) => void;
  /** What can be done without an answer. */
  children: ReactNode;
}

function Ways({ question, schema, hasKeys, onAnswer, children }: WaysProps) {
  if (question.options !== null) {
    return (
      <div className={style.options}>
        {question.options.map((option, place) => (
          <Button key={option} onClick={() => onAnswer(option)}>
            {option}
            {hasKeys && place < 9 && <Keys of={keysOf(question, place)} />}
          </Button>
        ))}
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
  return (
    <form
      className={style.free}
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(draft.text);
      }}
    >
      <Field label="Answer">
        {(control) => (
          <textarea
            {...control}
            value={draft.text}
            onChange={(event) => change({ text: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) onAnswer(draft.text);
              // The keys of the page work again.
              if (event.key === "Escape") event.currentTarget.blur();
            }}
          />
        )}
      </Field>
      <Button type="submit" look="main" disabled={draft.text.trim() === ""}>
        Answer <Keys of="mod+Enter" />
      </Button>
    </form>
  );
}

function Answered({ question }: { question: Question }) {
  const { status, answer, closedBy } = question;
  return (
    <p className={style.answered}>
      <Status of={status} />
      {answer !== null && <span>{typeof answer === "string" ? answer : JSON.stringify(answer)}</span>}
      {closedBy !== null && <span className={style.since}>by {closedBy}</span>}
    </p>
  );
}
