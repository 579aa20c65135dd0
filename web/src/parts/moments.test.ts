import fc from "fast-check";
import { expect, it } from "vitest";
import { isoText, momentText } from "./moments";

const format = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

it("has a text for every moment that somebody can name", () => {
  const named = fc.oneof(
    fc.double(),
    fc.string(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  fc.assert(
    fc.property(named, (at) => {
      expect(momentText(format, at)).not.toBe("");
      expect(isoText(at) ?? "none").toMatch(/Z$|^none$/);
    }),
  );
  expect(momentText(format, 1e300)).toBe("an unknown time");
  expect(momentText(format, "2026-13-99")).toBe("an unknown time");
  expect(momentText(format, 0)).toBe("Jan 1, 1970");
});
