import { expect, it } from "vitest";
import { manyLines, oneRow, timeOf, webAddress } from "./texts";

it("a host's text is cut, and shows what could deceive a reader", () => {
  expect(oneRow(" a\n\u202eb ", 10)).toBe("a \\u202eb");
  expect(manyLines(" a\r\n\u0007b ", 10)).toBe("a\n\\u0007b");
  expect([oneRow("x".repeat(20), 10), manyLines("x".repeat(20), 10)]).toEqual(["x".repeat(10), "x".repeat(10)]);
});

it("a host's text is searched in its beginning only", () => {
  const late = `${" ".repeat(1_000_000)}x`;
  expect([oneRow(late, 10), manyLines(late, 10)]).toEqual(["", ""]);
  expect(webAddress(`https://x.example/${"x".repeat(1_000_000)}`)).toBeNull();
  expect(timeOf(`2026-01-01T00:00:00Z${" ".repeat(1_000_000)}`)).toBeNull();
});
