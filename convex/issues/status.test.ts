import { describe, expect, it } from "vitest";
import { nextState } from "../lib/states";
import type { IssueStatus } from "./schema";
import { issueMoves, issueStatuses } from "./status";

describe.each(issueStatuses)("an issue that is %s", (status) => {
  it.each(issueStatuses)("can be set to %s", (to) => {
    expect(nextState("issue", issueMoves, to, status)).toBe(to);
  });

  it("is in progress once a run is linked", () => {
    expect(nextState("issue", issueMoves, "linkRun", status)).toBe("in_progress");
  });
});

describe("a merged pull request", () => {
  const merge = (status: IssueStatus) => nextState("issue", issueMoves, "mergePullRequest", status);

  it("resolves an issue in progress", () => {
    expect(merge("in_progress")).toBe("resolved");
  });

  it.each(["open", "resolved", "closed"] as const)("does not move an issue that is %s", (status) => {
    expect(() => merge(status)).toThrow(`The issue is ${status}`);
  });
});
