// Moments as text. The clocks of other machines and the dates that agents name may be out of any calendar's range, so
// no text of a moment throws. This file is pure.

/** All formats of times on the pages. The reader's locale decides between 12 and 24 hours, everywhere alike. */
export const formats = {
  day: new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }),
  weekday: new Intl.DateTimeFormat(undefined, { dateStyle: "full" }),
  moment: new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }),
  exact: new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" }),
  clock: new Intl.DateTimeFormat(undefined, { timeStyle: "short" }),
  seconds: new Intl.DateTimeFormat(undefined, { timeStyle: "medium" }),
} as const;

/** Epoch milliseconds or ISO 8601. */
export type Moment = number | string;

export function toMs(at: Moment): number {
  return typeof at === "number" ? at : Date.parse(at);
}

/** What the format makes of it, or that there is no such time. */
export function formatMoment(format: Intl.DateTimeFormat, at: Moment): string {
  const ms = toMs(at);
  return isInRange(ms) ? format.format(ms) : "an unknown time";
}

/** For the attribute of a `time` element. */
export function toIsoText(at: Moment): string | undefined {
  const ms = toMs(at);
  return isInRange(ms) ? new Date(ms).toISOString() : undefined;
}

function isInRange(ms: number): boolean {
  return !Number.isNaN(new Date(ms).getTime());
}
