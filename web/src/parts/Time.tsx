// Times as people say them, with the exact one on hover. They grow older while the page is open.
import { useSyncExternalStore } from "react";
import { formats, toIsoText, formatMoment, toMs } from "./timeFormat";
import type { Moment } from "./timeFormat";

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "narrow" });

export function TimeAgo({ at }: { at: Moment }) {
  const now = useNow(10_000);
  const ms = toMs(at);
  return (
    <time dateTime={toIsoText(ms)} title={formatMoment(formats.exact, ms)}>
      {agoText(ms, now)}
    </time>
  );
}

export function ExactTime({ at }: { at: Moment }) {
  const ms = toMs(at);
  return (
    <time dateTime={toIsoText(ms)} title={formatMoment(formats.exact, ms)}>
      {formatMoment(formats.moment, ms)}
    </time>
  );
}

/** A span that ends now while `until` is null. */
export function Duration({ from, until }: { from: Moment; until: Moment | null }) {
  const now = useNow(1_000);
  return <span>{durationText((until === null ? now : toMs(until)) - toMs(from))}</span>;
}

function agoText(ms: number, nowMs: number): string {
  const seconds = Math.round((ms - nowMs) / 1000);
  const size = Math.abs(seconds);
  // The clock of the page stands still for up to ten seconds.
  if (size < 45) return seconds > 15 ? "in a moment" : "now";
  if (size < 45 * 60) return relative.format(Math.round(seconds / 60), "minute");
  if (size < 22 * 3600) return relative.format(Math.round(seconds / 3600), "hour");
  if (size < 26 * 86_400) return relative.format(Math.round(seconds / 86_400), "day");
  return formatMoment(formats.day, ms);
}

/** Such as `850 ms`, `42 s`, `3 min 5 s` or `2 h 10 min`. */
export function durationText(ms: number): string {
  if (!(ms >= 0)) return "0 s";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}

/** One clock for all times on the page that change equally often. */
function createClock(everyMs: number) {
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      timer ??= setInterval(() => {
        now = Date.now();
        for (const each of listeners) each();
      }, everyMs);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    // A clock at rest shows the time of the render that begins to use it.
    now: () => (timer === undefined ? (now = Math.floor(Date.now() / everyMs) * everyMs) : now),
  };
}

const clocks = { 1_000: createClock(1_000), 10_000: createClock(10_000) };

export function useNow(everyMs: 1_000 | 10_000): number {
  const { subscribe, now } = clocks[everyMs];
  return useSyncExternalStore(subscribe, now);
}
