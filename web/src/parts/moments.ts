// Moments as text. The clocks of other machines and the dates that agents name may be out of any calendar's range, so
// no text of a moment throws. This file is pure.

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
