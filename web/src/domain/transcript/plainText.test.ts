import { expect, it } from "vitest";
import { plainText } from "./plainText";

const escape = "\u001B";

it("leaves no colours, links or movements of a terminal", () => {
  expect(plainText(`${escape}[1;32mok${escape}[0m done${escape}[2K`)).toBe("ok done");
  expect(plainText(`${escape}]8;;https://example.com${escape}\\link${escape}]8;;\u0007 end`)).toBe("link end");
  expect(plainText("a\u0000b\u0008c\u007F\td")).toBe("abc\td");
});

it("keeps the last state of a line that was written several times", () => {
  expect(plainText("10%\r50%\r100%\nready\r\nend")).toBe("100%\nready\nend");
});
