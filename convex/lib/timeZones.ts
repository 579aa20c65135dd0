// Local times in IANA time zones. Intl is the only source of zone rules in Convex's default runtime. Times are epoch
// milliseconds. Local times are written as if the zone were UTC, and days count from 1970-01-01.
import { dayMs, minuteMs } from "./times";

export interface TimeZone {
  /** How far the local time is ahead of UTC, in milliseconds. */
  offsetAt(epochMs: number): number;
}

/** Some runtimes also accept offsets such as `+01:00`. They are refused: the name of a zone begins with a letter. */
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
 * Returns a function that builds each zone once: building one takes as long as asking it for fifty offsets. Callers
 * keep it for one transaction at most, because modules hold no state.
 */
export function timeZoneCache(): (name: string) => TimeZone {
  const made = new Map<string, TimeZone>();
  return (name) => {
    const zone = made.get(name) ?? timeZone(name);
    made.set(name, zone);
    return zone;
  };
}

/** The local date at a moment, as a number of days since 1970-01-01. */
export function localDay(zone: TimeZone, epochMs: number): number {
  return Math.floor((epochMs + zone.offsetAt(epochMs)) / dayMs);
}

/** The moment when local clocks first show `localMs` (a whole minute), or when they skip it. */
export function instantOf(zone: TimeZone, localMs: number): number {
  // No zone is a full day away from UTC, and none changes its clocks twice within two days.
  const before = zone.offsetAt(localMs - dayMs);
  const after = zone.offsetAt(localMs + dayMs);
  if (before === after) return localMs - before;
  const candidates = [localMs - Math.max(before, after), localMs - Math.min(before, after)];
  const shown = candidates.find((candidate) => candidate + zone.offsetAt(candidate) === localMs);
  return shown ?? offsetChangeBetween(zone, localMs - after, localMs - before);
}

/** The first moment with the offset of `toMs`; `fromMs` has another. Clocks change at whole minutes. */
function offsetChangeBetween(zone: TimeZone, fromMs: number, toMs: number): number {
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

/** The fastest way to learn an offset from Intl, both to build the format and to use it. */
function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", timeZoneName: "longOffset" });
}

/** Reads the offset from a text such as `7 PM GMT-05:00`. For UTC some runtimes write only `GMT`. */
function readOffset(text: string): number {
  const [, sign, hours = "0", minutes = "0"] = /GMT(?:([+-])(\d\d):(\d\d))?$/.exec(text) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * minuteMs;
  return sign === "-" ? -offset : offset;
}
