import fc from "fast-check";
import { expect, it } from "vitest";
import { toIsoText, formatMoment } from "./timeFormat";

const format = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

it("has a text for every moment that somebody can name", () => {
  const named = fc.oneof(
    fc.double(),
    fc.string(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  fc.assert(
    fc.property(named, (at) => {
      expect(formatMoment(format, at)).not.toBe("");
      expect(toIsoText(at) ?? "none").toMatch(/Z$|^none$/);
    }),
  );
  expect(formatMoment(format, 1e300)).toBe("an unknown time");
  expect(formatMoment(format, "2026-13-99")).toBe("an unknown time");
  expect(formatMoment(format, 0)).toBe("Jan 1, 1970");
});
