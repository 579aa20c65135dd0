import { describe, expect, it } from "vitest";
import { endOfLog } from "./logText";

describe("the end of a log", () => {
  it("is without colours, marks of sections, times, overwritten words and secrets", () => {
    const log = [
      "section_start:1700000000:build[collapsed=true]\r\u001b[0K\u001b[32mline 1\u001b[0m\r\n",
      "2026-01-01T00:00:00.123Z line 2\n",
      " 10 %\r 90 %\rdone\r\r\n",
      "key: secret-key, ghp_0123456789abcdefghij\n",
      "section_end:1700000000:build\r\u001b[0K\n\n",
    ].join("");
    expect(endOfLog(log, "secret-key")).toBe("line 1\nline 2\ndone\nkey: ***, ***");
  });

  it("has 200 lines and 16,000 characters", () => {
    const numbered = Array.from({ length: 300 }, (_, index) => `line ${index}`).join("\n");
    expect(endOfLog(numbered, null).split("\n").at(0)).toBe("line 100");
    expect(endOfLog("x".repeat(20_000), null)).toHaveLength(19_500);
  });

  it("is without keys of several lines and tokens behind a word", () => {
    const key = (text: string, end: string) => `-----BEGIN RSA PRIVATE KEY-----\n${text}\n${end}`;
    const log = [
      key("first", "-----END RSA PRIVATE KEY-----"),
      key("second, which was cut", ""),
      key("third", "-----END RSA PRIVATE KEY-----"),
      "x-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlMTIz",
      key("fourth", ""),
    ].join("\n");
    expect(endOfLog(log, null)).toBe("***\n******\n***\n***");
  });

  it("is looked for in the last 200,000 characters", () => {
    expect(endOfLog(`early${"\r".repeat(199_000)}`, null)).toBe("early");
    expect(endOfLog(`early${"\r".repeat(200_000)}`, null)).toBe("");
  });

  // What reads the rest of a log for each of its parts takes longer than a test may.
  it.each([
    ["returns of a terminal before a word", "\r", "x"],
    ["beginnings of sections", "section_start:1:", ""],
    ["digits of a section", `section_start:${"1".repeat(100_000)}`, ""],
    ["beginnings of tokens", "eyJ-", ""],
    ["beginnings of keys", "-----BEGIN PRIVATE KEY-----", ""],
    ["blanks", " ", "x"],
  ])("is found at once, also twenty times in 10 MB of %s", (_what, part, end) => {
    const log = `${part.repeat(10_000_000 / part.length)}${end}`;
    for (let time = 0; time < 20; time++) expect(endOfLog(log, null).length).toBeLessThanOrEqual(19_500);
  });
});
