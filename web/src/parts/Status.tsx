// The state of anything, as a word with a mark. Colour is never the only sign: each tone has a mark of its own.
import style from "./Status.module.css";

type Tone = "good" | "bad" | "wait" | "ask" | "work" | "quiet";

const tones = new Map<string, Tone>(
  Object.entries({
    active: "good",
    answered: "good",
    approved: "good",
    archived: "quiet",
    asking: "ask",
    cancelled: "quiet",
    closed: "quiet",
    completed: "good",
    critical: "bad",
    declined: "bad",
    dismissed: "quiet",
    draft: "quiet",
    expired: "quiet",
    failed: "bad",
    failure: "bad",
    high: "wait",
    in_progress: "work",
    killed: "bad",
    merged: "good",
    open: "work",
    paused: "wait",
    pending: "wait",
    provisioning: "wait",
    queued: "wait",
    rejected: "bad",
    resolved: "good",
    reviewed: "good",
    running: "work",
    scheduled: "quiet",
    skipped: "quiet",
    stopped: "quiet",
    success: "good",
    waiting: "wait",
  } satisfies Record<string, Tone>),
);

export function Status({ status, label }: { status: string; label?: string }) {
  return (
    <span className={style.status} data-tone={tones.get(status) ?? "quiet"}>
      <span className={style.mark} aria-hidden />
      {label ?? toLabel(status)}
    </span>
  );
}

/** Turns `in_progress` into `In progress`. */
export function toLabel(name: string): string {
  const words = name.replaceAll(/[_-]/g, " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
