// Which events in the log of a run are also in the feed of its project, and how they look there: shorter, as a feed
// holds ids, names and states only. This file is pure.
import type { Doc } from "../_generated/dataModel";
import type { News } from "../events/append";
import type { RunStatus } from "../runs/schema";
import { omitNullish } from "../lib/omitNullish";
import type { RunEvent } from "./eventTypes";

type RunNews = Extract<News, { type: `run.${string}` }>;

/** What a run becomes with a status. A run that waits again, after a restart or until its time, has no event. */
const typeByStatus = {
  pending: null,
  scheduled: null,
  running: "run.started",
  paused: "run.paused",
  completed: "run.completed",
  failed: "run.failed",
  cancelled: "run.cancelled",
} as const satisfies Record<RunStatus, RunNews["type"] | null>;

/** A code such as `runner_lost`. A runner may give a sentence as the reason, which is not for the feed. */
const code = /^[\w.:-]{1,64}$/;

/** What the feed gets of an event. Null when it is in the log of the run alone. */
export function toFeedEvent(run: Doc<"runs">, event: RunEvent): News | null {
  const about = (type: RunNews["type"], data: RunNews["data"]): RunNews => ({
    type,
    subject: { type: "run", id: run._id },
    data,
  });
  switch (event.type) {
    case "run.created": {
      const { status, source, attempt, actor } = event;
      return about("run.created", { number: run.runNumber, status, source, attempt, actor });
    }
    case "run.status": {
      const type = event.from === "paused" && event.status === "running" ? "run.resumed" : typeByStatus[event.status];
      const { status, from, attempt, actor, reason } = event;
      const why = reason !== undefined && code.test(reason) ? { reason } : {};
      return type && about(type, { number: run.runNumber, status, from, attempt, actor, ...why });
    }
    case "run.waiting":
      return about("run.waiting", {
        reason: event.reason,
        since: event.since,
        ...omitNullish({ until: event.until }),
      });
    case "run.accepted":
    case "run.resumed":
      return about(event.type, { number: run.runNumber, actor: event.actor });
    case "run.continued": {
      const { round, feedback, actor } = event;
      return about("run.continued", { number: run.runNumber, round, feedback, actor });
    }
    case "feedback": {
      const { added, updated, actor } = event;
      return about("run.feedback", { number: run.runNumber, added, updated, actor });
    }
    case "run.deleted":
    case "run.restored":
      return about(event.type, { number: run.runNumber, actor: event.actor });
    case "pr": {
      const { type: _type, ...change } = event;
      return about("run.pr_changed", change);
    }
    default:
      return null;
  }
}
