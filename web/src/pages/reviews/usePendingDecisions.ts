// The service takes the review of a question once and for all, and the agent continues by itself after the last one. So
// the newest decision is held here for a moment, in which it can be taken back: until the next decision, at most some
// seconds. The decision that would end the review is held until the person ends it. It is kept in this browser, so
// that closing the page loses nothing.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useUser } from "../../project/user";
import { applyDecision, isUndecided } from "./decisions";
import type { Decision, Question } from "./decisions";
import { useSendDecisions } from "./useSendDecisions";

const undoMs = 8_000;

interface PendingDecisions {
  /** The questions, with what was decided last. */
  questions: readonly Question[];
  /** Those that can still be taken back. */
  pending: readonly Decision[];
  decide: (decisions: readonly Decision[]) => void;
  /** Returns what was taken back. */
  undoLast: () => readonly Decision[];
  /** Sends what is pending. Resolves to whether the service accepted it. */
  send: () => Promise<boolean>;
}

export function usePendingDecisions(sessionId: string, known: readonly Question[]): PendingDecisions {
  const { id: userId } = useUser();
  // Another person who signs in here sends nothing of it as their own.
  const storageKey = `switchyard.decisions.${userId}.${sessionId}`;
  const [stored, setStored] = useState<readonly Decision[]>(() => readStored(storageKey));
  const sendAll = useSendDecisions();

  const pending = useMemo(() => {
    const open = new Set(known.filter(isUndecided).map(({ id }) => id));
    return stored.filter(({ questionId }) => open.has(questionId));
  }, [stored, known]);
  const questions = useMemo(() => {
    const byQuestion = new Map(pending.map((decision) => [decision.questionId, decision]));
    return known.map((question) => {
      const decision = byQuestion.get(question.id);
      return decision === undefined ? question : applyDecision(question, decision);
    });
  }, [pending, known]);
  const endsReview = !questions.some(isUndecided);

  const latest = useRef<{ pending: readonly Decision[]; endsReview: boolean }>({ pending, endsReview });
  latest.current = { pending, endsReview };
  const setPending = useCallback(
    (decisions: readonly Decision[]) => {
      latest.current = { ...latest.current, pending: decisions };
      if (decisions.length === 0) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, JSON.stringify(decisions));
      setStored(decisions);
    },
    [storageKey],
  );

  const send = useCallback(async () => {
    const decisions = latest.current.pending;
    if (decisions.length === 0) return true;
    setPending([]);
    return await sendAll(decisions);
  }, [setPending, sendAll]);

  useEffect(() => {
    if (pending.length === 0 || endsReview) return;
    const timer = setTimeout(() => void send(), undoMs);
    return () => clearTimeout(timer);
  }, [pending, endsReview, send]);
  useEffect(
    () => () => {
      if (!latest.current.endsReview) void send();
    },
    [send],
  );

  return {
    questions,
    pending,
    decide(decisions) {
      void send();
      setPending(decisions);
    },
    undoLast() {
      setPending([]);
      return pending;
    },
    send,
  };
}

function readStored(storageKey: string): readonly Decision[] {
  const kept = localStorage.getItem(storageKey);
  return kept === null ? [] : (JSON.parse(kept) as Decision[]);
}
