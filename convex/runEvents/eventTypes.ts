// The events in the log of a run. Their ids are public ids, their times epoch milliseconds. `actor` is who did it.
// Events that an older version wrote do not have it. This file is pure.
import type { Actor } from "../callers/actor";
import type { PullRequestState } from "../lib/pullRequestState";
import type { HoldReason } from "../lib/sharedValues";
import type { PrStatus, RunStatus } from "../runs/schema";
import type { StepStatus } from "../runSteps/schema";
import type { SandboxStatus } from "../sandboxes/schema";

type MessageStatus = "streaming" | "complete";

export type RunEvent =
  | { type: "run.created"; status: RunStatus; source: string; attempt: number; actor: Actor }
  | {
      type: "run.status";
      status: RunStatus;
      from: RunStatus;
      attempt: number;
      actor: Actor;
      reason?: string;
      error?: string;
    }
  // The run waits for something besides its turn. `since` and `until` are epoch milliseconds.
  | { type: "run.waiting"; reason: "provider" | "retry" | HoldReason; since: number; until?: number; text?: string }
  // Somebody lets a run go that was waiting.
  | { type: "run.resumed"; actor: Actor }
  | {
      type: "run.progress";
      label?: string;
      progress?: number;
      iteration?: number;
      message?: string;
      resultBranch?: string;
    }
  // Somebody calls the run completed although not all of its gates have passed.
  | { type: "run.accepted"; actor: Actor; reason: string }
  // The run continues in a round, which is given these items of feedback.
  | { type: "run.continued"; round: number; feedback: string[]; actor: Actor }
  // What was said about the run has changed: how many items are new, say something else, or are in another state.
  | { type: "feedback"; added: number; updated: number; actor: Actor }
  // The runner has uploaded a file of the run.
  | { type: "artifact"; artifactId: string; stepId: string | null; name: string; mediaType: string; size: number }
  | { type: "run.renamed"; name: string; actor: Actor }
  | { type: "run.deleted"; actor: Actor }
  | { type: "run.restored"; actor: Actor }
  | { type: "stop.requested"; actor: Actor }
  | { type: "cost"; costUsd: number; totalUsd: number; service: string; model?: string; rated?: false }
  // `head` and what follows is what a look has found.
  | {
      type: "pr";
      prUrl: string | null;
      prStatus: PrStatus | null;
      prNumber: number | null;
      sandboxId?: string;
      head?: string;
      mergeable?: PullRequestState["mergeable"];
      approvals?: number;
      changesRequested?: number;
    }
  | { type: "ci"; status: string }
  | { type: "step.created"; stepId: string; stepIndex: number; role: string; name: string; attempt: number }
  | { type: "step.kept"; stepId: string; stepIndex: number; name: string; attempt: number; keptFromAttempt: number }
  | { type: "step.status"; stepId: string; status: StepStatus; from: StepStatus }
  | { type: "sandbox.created"; sandboxId: string; status: SandboxStatus }
  | { type: "sandbox.status"; sandboxId: string; status: SandboxStatus; from: SandboxStatus }
  | { type: "message"; sandboxId: string; messageId: string; role: string; status: MessageStatus; kind?: string }
  // A person sent a message to the agent. The message itself has the same events as any other.
  | { type: "message.sent"; sandboxId: string; messageId: string; actor: Actor }
  | { type: "questions.waiting"; questionId: string; title: string; deadline?: number }
  | { type: "questions.answered"; questionId: string; status: "answered" | "dismissed" | "expired"; actor: Actor }
  | { type: "issue.linked"; issueId: string };
