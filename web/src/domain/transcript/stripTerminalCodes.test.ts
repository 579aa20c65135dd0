import { expect, it } from "vitest";
import { stripTerminalCodes } from "./stripTerminalCodes";

const escape = "\u001B";

it("leaves no colours, links or movements of a terminal", () => {
  expect(stripTerminalCodes(`${escape}[1;32mok${escape}[0m done${escape}[2K`)).toBe("ok done");
  expect(stripTerminalCodes(`${escape}]8;;https://example.com${escape}\\link${escape}]8;;\u0007 end`)).toBe("link end");
  expect(stripTerminalCodes("a\u0000b\u0008c\u007F\td")).toBe("abc\td");
});

it("keeps the last state of a line that was written several times", () => {
  expect(stripTerminalCodes("10%\r50%\r100%\nready\r\nend")).toBe("100%\nready\nend");
});
