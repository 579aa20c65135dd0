// Points in time that somebody else writes: epoch milliseconds, or ISO 8601 with a zone, or a day, which begins in UTC.
// They become epoch milliseconds.
import * as z from "zod/mini";

/** The last time that a date can be. */
const greatestMs = 8_640_000_000_000_000;

const isoRule = "must be an ISO 8601 time with its zone, or a date";
const rule = `${isoRule}, or epoch milliseconds`;

const iso = () =>
  z.pipe(
    z.union([z.iso.datetime({ offset: true }), z.iso.date()], isoRule),
    z.transform((text: string) => Date.parse(text)),
  );

export const epochMs = () =>
  z.int("must be a time in epoch milliseconds, such as 1767225600000").check(z.minimum(0), z.maximum(greatestMs));

/** In a body. */
export const instant = () => z.union([epochMs(), iso()], rule);

/** In the parameters of a request, which are texts. */
export const instantText = () =>
  z.union([z.pipe(z.string().check(z.regex(/^[0-9]{1,16}$/)), z.pipe(z.transform(Number), epochMs())), iso()], rule);
