import { expect, it } from "vitest";
import { includesScope, isScope } from "./scopes";

it.each([
  ["runs:read", "runs:read"],
  ["runs:write", "runs:write"],
  ["runs:write", "runs:read"],
  ["admin", "admin"],
  ["*", "runs:write"],
  ["*", "admin"],
  ["*", "events:read"],
])("%s includes %s", (held, wanted) => {
  expect(includesScope(["issues:read", held], wanted)).toBe(true);
});

it.each([
  ["runs:read", "runs:write"],
  ["runs:write", "issues:read"],
  ["issues:write", "issue-sessions:read"],
  ["admin", "project:read"],
  ["admin", "*"],
  ["project:write", "admin"],
])("%s does not include %s", (held, wanted) => {
  expect(includesScope([held], wanted)).toBe(false);
});

it.each([
  "",
  "events:write",
  "runs",
  "runs:",
  "runs:fly",
  ":read",
  "constructor:read",
  "**",
  "Runs:read",
  "runs:read ",
])("%j is not a scope", (text) => {
  expect(isScope(text)).toBe(false);
});
