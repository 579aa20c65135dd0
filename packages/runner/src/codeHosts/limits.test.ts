import { describe, expect, it } from "vitest";
import { CodeHostBusyError } from "./errors";
import { HostLimits, quietMs } from "./limits";

const nowMs = Date.parse("2026-01-01T00:00:00Z");
const inAMinute = String(nowMs / 1000 + 60);

describe("a refusal", () => {
  it.each<[number, Record<string, string>, string, number | null]>([
    [429, { "Retry-After": "7" }, "", 7000],
    [403, { "Retry-After": "99999" }, "", 3_600_000],
    [403, { "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": inAMinute }, "", 60_000],
    [429, { "RateLimit-Remaining": "0", "RateLimit-Reset": inAMinute }, "", 60_000],
    [403, { "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "soon" }, "", 60_000],
    [403, {}, "You have exceeded a secondary rate limit. Please wait.", 60_000],
    [429, {}, "", 60_000],
    [502, {}, "", 60_000],
    [403, { "X-RateLimit-Remaining": "50" }, "Resource not accessible", null],
    [404, {}, "Not Found", null],
  ])("with %i, %j and %j lets the runner wait %j ms", (status, headers, message, expectedMs) => {
    expect(quietMs({ status, headers: new Headers(headers), message }, nowMs)).toBe(expectedMs);
  });
});

describe("the limits of a host", () => {
  it("hold for one key, and end", () => {
    const limits = new HostLimits();
    limits.note("code.example", "one", 60_000);
    expect(() => limits.require("code.example", "one")).toThrow(CodeHostBusyError);
    limits.require("code.example", "two");
    limits.require("other.example", "one");
    limits.note("code.example", "one", -1);
    limits.require("code.example", "one");
  });
});
