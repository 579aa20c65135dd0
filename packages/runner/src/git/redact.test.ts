import { expect, it } from "vitest";
import { redactCredentials } from "./redact";
import { GitError } from "./runGit";

it("addresses lose their user information, and everything else stays", () => {
  const text = "fatal: https://x-access-token:secret@code.example/a.git and ssh://git@host/a, see a@b.example";
  expect(redactCredentials(text)).toBe("fatal: https://***@code.example/a.git and ssh://***@host/a, see a@b.example");
});

it("a password may have the character that ends it", () => {
  expect(redactCredentials("https://ada:p@ss@code.example/a.git")).toBe("https://***@code.example/a.git");
});

it("what git says loses them before it is cut", () => {
  const said = `https://ada:${"secret".repeat(10)}@code.example/ ${"x".repeat(1970)}`;
  expect(new GitError("fetch", 128, said).message).not.toContain("secret");
});

it("a long text without an address costs no more than its length", { timeout: 5000 }, () => {
  // With an unbounded scheme this took minutes.
  const text = "a".repeat(300_000);
  expect(redactCredentials(text)).toBe(text);
});
