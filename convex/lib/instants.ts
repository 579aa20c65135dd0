// Times in requests are epoch milliseconds, ISO 8601 with a zone, or a date, which means its beginning in UTC.
import * as z from "zod/mini";

/** The last time that a JavaScript Date can hold. */
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

/** A time in the body of a request. */
export const instant = () => z.union([epochMs(), iso()], rule);

/** A time in the query string of a request, where every value is text. */
export const instantText = () =>
  z.union([z.pipe(z.string().check(z.regex(/^[0-9]{1,16}$/)), z.pipe(z.transform(Number), epochMs())), iso()], rule);
