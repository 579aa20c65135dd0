import { afterEach, expect, it, vi } from "vitest";
import { isKeptLog } from "./startNotes";

const { isTTY } = process.stdout;
afterEach(() => {
  vi.unstubAllEnvs();
  process.stdout.isTTY = isTTY;
});

it.each([
  ["json", true, "", true],
  ["json", false, "", true],
  ["text", true, "unit", false],
  ["text", false, "unit", true],
  ["text", false, "", false],
])("a log in the form %s, with a terminal %s, in the unit %j is kept: %s", (form, hasTerminal, unit, isKept) => {
  vi.stubEnv("SERVICE_LOG", form);
  vi.stubEnv("INVOCATION_ID", unit);
  vi.stubEnv("JOURNAL_STREAM", undefined);
  process.stdout.isTTY = hasTerminal;
  expect(isKeptLog()).toBe(isKept);
});
