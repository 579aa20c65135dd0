// Local times of IANA zones, from Intl: the one source of zone rules that Convex's default runtime has. Times are epoch
// milliseconds, local times the same as if the zone were UTC, days counted from 1970-01-01.

export const dayMs = 24 * 60 * 60 * 1000;
const minuteMs = 60 * 1000;

export interface TimeZone {
  /** How far local time is ahead of UTC, in milliseconds. */
  offsetAt(epochMs: number): number;
}

/** Whether the runtime knows a zone by this name. Some runtimes take offsets as well, which no IANA name looks like. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    offsetFormat(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * Zones by their names, each made once. To make one takes as long as fifty of its answers, so whoever asks for many
 * keeps this, though for no longer than a transaction: modules keep nothing.
 */
export function timeZones(): (name: string) => TimeZone {
  const made = new Map<string, TimeZone>();
  return (name) => {
    const zone = made.get(name) ?? timeZone(name);
    made.set(name, zone);
    return zone;
  };
}

/** The local date at an instant. */
export function localDay(zone: TimeZone, epochMs: number): number {
  return Math.floor((epochMs + zone.offsetAt(epochMs)) / dayMs);
}

/**
 * When clocks first show `localMs`, a whole minute. Where they skip it, the instant from which they show something
 * later.
 */
export function instantOf(zone: TimeZone, localMs: number): number {
  // No zone is a day away from UTC, and none changes its clocks twice within two days.
  const before = zone.offsetAt(localMs - dayMs);
  const after = zone.offsetAt(localMs + dayMs);
  if (before === after) return localMs - before;
  const candidates = [localMs - Math.max(before, after), localMs - Math.min(before, after)];
  const shown = candidates.find((candidate) => candidate + zone.offsetAt(candidate) === localMs);
  return shown ?? changeBetween(zone, localMs - after, localMs - before);
}

/** The first instant with the offset of `toMs`; `fromMs` still has another. Clocks change at whole minutes. */
function changeBetween(zone: TimeZone, fromMs: number, toMs: number): number {
  const offset = zone.offsetAt(toMs);
  let [still, already] = [fromMs / minuteMs, toMs / minuteMs];
  while (already - still > 1) {
    const middle = Math.floor((still + already) / 2);
    if (zone.offsetAt(middle * minuteMs) === offset) already = middle;
    else still = middle;
  }
  return already * minuteMs;
}

function timeZone(name: string): TimeZone {
  const format = offsetFormat(name);
  return { offsetAt: (epochMs) => readOffset(format.format(epochMs)) };
}

/** Of all ways to learn an offset from Intl this is the fastest, in making and in asking. */
function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", timeZoneName: "longOffset" });
}

/** `7 PM GMT-05:00`; in UTC some runtimes write `GMT` alone. */
function readOffset(text: string): number {
  const [, sign, hours = "0", minutes = "0"] = /GMT(?:([+-])(\d\d):(\d\d))?$/.exec(text) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * minuteMs;
  return sign === "-" ? -offset : offset;
}
