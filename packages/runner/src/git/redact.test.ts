import { expect, it } from "vitest";
import { redactCredentials } from "./redact";

it("addresses lose their user information, and everything else stays", () => {
  const text = "fatal: https://x-access-token:secret@code.example/a.git and ssh://git@host/a, see a@b.example";
  expect(redactCredentials(text)).toBe("fatal: https://***@code.example/a.git and ssh://***@host/a, see a@b.example");
});

it("a long text without an address costs no more than its length", { timeout: 5000 }, () => {
  // With an unbounded scheme this took minutes.
  const text = "a".repeat(300_000);
  expect(redactCredentials(text)).toBe(text);
});
