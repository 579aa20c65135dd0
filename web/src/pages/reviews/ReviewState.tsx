import type { FunctionReturnType } from "convex/server";
import { Link } from "wouter";
import type { api } from "../../../../convex/_generated/api";
import { useHref } from "../../app/project";
import { Status } from "../../parts/Status";
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

/** The mark says whom it waits for: `active` is the agent's word for what waits for a person. */
const marks: Record<string, string> = { pending: "draft", active: "waiting", reviewed: "running" };

export const stateWords: Record<string, string> = {
  pending: "Has no questions yet",
  active: "Waits for you",
  reviewed: "The agent continues",
  completed: "Completed",
};

export function ReviewStatus({ of: status }: { of: string }) {
  return <Status of={marks[status] ?? status} label={stateWords[status] ?? status} />;
}
