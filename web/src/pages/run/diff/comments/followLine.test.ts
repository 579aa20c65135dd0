import { expect, it } from "vitest";
import { followLine } from "./followLine";
import { parseDiff } from "../parse/parseDiff";

/** One step puts two lines on top, the next replaces what was the second line, the third removes the new top. */
const changes = ["@@ -0,0 +1,2 @@\n+x\n+y\n", "@@ -4 +4,2 @@\n-b\n+B\n+B2\n", "@@ -1 +0,0 @@\n-x\n"].flatMap((hunks) =>
  parseDiff(`--- a/f\n+++ b/f\n${hunks}`),
);

it("moves with the lines that come and go above it", () => {
  expect(followLine({ side: "new", line: 2 }, changes, 0)).toEqual({ side: "new", line: 1 });
  expect(followLine({ side: "new", line: 5 }, changes, 0)).toEqual({ side: "new", line: 5 });
  expect(followLine({ side: "new", line: 5 }, changes, 1)).toEqual({ side: "new", line: 4 });
  expect(followLine({ side: "old", line: 4 }, changes, 1)).toEqual({ side: "old", line: 2 });
});

it("finds a line that a later change has removed where it was before all of them", () => {
  expect(followLine({ side: "new", line: 4 }, changes, 0)).toEqual({ side: "old", line: 2 });
});

it("finds nothing of a line that one change has made and another removed", () => {
  expect(followLine({ side: "new", line: 1 }, changes, 0)).toBeNull();
  expect(followLine({ side: "old", line: 1 }, changes, 2)).toBeNull();
});
