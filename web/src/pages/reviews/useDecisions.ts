// The service takes the review of a question once and for all, and the agent continues by itself after the last one. So
// the newest decision is held here for a moment, in which it can be taken back: until the next decision, at most some
// seconds. The decision that would end the review is held until the person ends it. It is kept in this browser, so
// that closing the page loses nothing.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useUser } from "../../project/user";
import { decided, isOpen } from "./decisions";
import type { Decision, Question } from "./decisions";
import { useSending } from "./useSending";

const holdMs = 8_000;

interface Decisions {
  /** The questions, with what was decided last. */
  questions: readonly Question[];
  /** Those that can still be taken back. */
  held: readonly Decision[];
  decide: (decisions: readonly Decision[]) => void;
  /** Returns what was taken back. */
  takeBack: () => readonly Decision[];
  /** Sends what is held. Resolves to whether the service accepted it. */
  send: () => Promise<boolean>;
}

export function useDecisions(sessionId: string, known: readonly Question[]): Decisions {
  const { id: userId } = useUser();
  // Another person who signs in here sends nothing of it as their own.
  const place = `switchyard.decisions.${userId}.${sessionId}`;
  const [kept, setKept] = useState<readonly Decision[]>(() => readKept(place));
  const sendAll = useSending();

  const held = useMemo(() => {
    const open = new Set(known.filter(isOpen).map(({ id }) => id));
    return kept.filter(({ questionId }) => open.has(questionId));
  }, [kept, known]);
  const questions = useMemo(() => {
    const byQuestion = new Map(held.map((decision) => [decision.questionId, decision]));
    return known.map((question) => {
      const decision = byQuestion.get(question.id);
      return decision === undefined ? question : decided(question, decision);
    });
  }, [held, known]);
  const endsReview = !questions.some(isOpen);

  const newest = useRef<{ held: readonly Decision[]; endsReview: boolean }>({ held, endsReview });
  newest.current = { held, endsReview };
  const hold = useCallback(
    (decisions: readonly Decision[]) => {
      newest.current = { ...newest.current, held: decisions };
      if (decisions.length === 0) localStorage.removeItem(place);
      else localStorage.setItem(place, JSON.stringify(decisions));
      setKept(decisions);
    },
    [place],
  );

  const send = useCallback(async () => {
    const decisions = newest.current.held;
    if (decisions.length === 0) return true;
    hold([]);
    return await sendAll(decisions);
  }, [hold, sendAll]);

  useEffect(() => {
    if (held.length === 0 || endsReview) return;
    const timer = setTimeout(() => void send(), holdMs);
    return () => clearTimeout(timer);
  }, [held, endsReview, send]);
  useEffect(
    () => () => {
      if (!newest.current.endsReview) void send();
    },
    [send],
  );

  return {
    questions,
    held,
    decide(decisions) {
      void send();
      hold(decisions);
    },
    takeBack() {
      hold([]);
      return held;
    },
    send,
  };
}

function readKept(place: string): readonly Decision[] {
  const kept = localStorage.getItem(place);
  return kept === null ? [] : (JSON.parse(kept) as Decision[]);
}
