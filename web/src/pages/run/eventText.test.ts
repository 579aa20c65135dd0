import { describe, expect, it } from "vitest";
import { eventText } from "./eventText";

describe("what became of a question", () => {
  it("is said in plain words", () => {
    const text = (status: string) => eventText("questions.answered", { status });
    expect(text("answered")).toBe("The question was answered");
    expect(text("dismissed")).toBe("The question was dismissed");
    expect(text("expired")).toBe("The question has expired");
  });
});

const system = { type: "system", id: null, name: "System" };
const actor = { type: "user", id: "user_1", name: "Ada" };

it.each<[string, string, Record<string, unknown>]>([
  ["Created by Ada", "run.created", { source: "dashboard", status: "pending", attempt: 1, actor }],
  ["Created by api", "run.created", { source: "api", status: "pending", attempt: 1 }],
  [
    "Started",
    "run.status",
    { status: "running", from: "pending", attempt: 1, actor: { type: "runner", id: null, name: "Runner" } },
  ],
  ["Paused by Ada", "run.status", { status: "paused", from: "running", attempt: 1, actor }],
  ["Resumed by Ada", "run.status", { status: "running", from: "paused", attempt: 1, actor }],
  ["Queued again by Ada", "run.status", { status: "pending", from: "failed", attempt: 2, actor }],
  ["Round 2 begun by Ada, with 1 item of feedback", "run.continued", { round: 2, feedback: ["fb_1"], actor }],
  ["Round 1 begun by its rule", "run.continued", { round: 1, feedback: [], actor: system }],
  ["1 new item of feedback, 2 items of feedback changed", "feedback", { added: 1, updated: 2, actor: system }],
  ["2 items of feedback changed by Ada", "feedback", { added: 0, updated: 2, actor }],
  [
    "Pull request #7 open, conflict with its base, 1 approval",
    "pr",
    { prNumber: 7, prStatus: "open", mergeable: "conflict", approvals: 1, changesRequested: 0 },
  ],
  ["Pull request merged", "pr", { prUrl: null, prStatus: "merged", prNumber: null }],
  ["Accepted by Ada: It is fine.", "run.accepted", { reason: "It is fine.", actor }],
  ["Failed: runner lost", "run.status", { status: "failed", from: "running", attempt: 1, reason: "runner_lost" }],
  ["The work is on the branch switchyard/run-1-1", "run.progress", { resultBranch: "switchyard/run-1-1" }],
  ["A message to the agent by Ada", "message.sent", { sandboxId: "sb_1", messageId: "msg_1", actor }],
  ["The question was answered by Ada", "questions.answered", { questionId: "rq_1", status: "answered", actor }],
  ["Cancelled", "run.status", { status: "cancelled", from: "running", attempt: 1, actor: "nobody" }],
])("says %s", (text, type, data) => {
  expect(eventText(type, data)).toBe(text);
});

it("names the step of an event, and says that it is one when it is not known", () => {
  const steps = new Map([["rs_2", { stepIndex: 1, name: "Check" }]]);
  const of = (stepId: string) => eventText("step.status", { stepId, status: "completed", from: "running" }, steps);
  expect(of("rs_2")).toBe("Step 2, Check, completed");
  expect(of("rs_9")).toBe("A step completed");
});

it("says why a try has failed and when the next one begins", () => {
  const data = { reason: "retry", since: 0, until: 0, text: "git fetch failed" };
  expect(eventText("run.waiting", data)).toMatch(/^Will be tried again at .*\. The last try failed: git fetch failed$/);
});
