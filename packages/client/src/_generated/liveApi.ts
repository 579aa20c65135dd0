// Written by `npm run codegen` from the public functions of the service; do not edit.
import type { FunctionReference } from "convex/server";

interface DayView {
  date: string;
  runsStarted: number;
  runsCompleted: number;
  runsFailed: number;
  tokens: number;
  costUsd: number;
  unratedRecords: number;
  activeMs: number;
  id: string;
  _id: string;
}

interface OutcomeView {
  /** The id of the workflow or persona, or the name of the model or agent. Null for runs without one, and for all. */
  key: string | null;
  /** Null where there is no key, and for what was deleted for good. */
  name: string | null;
  runs: number;
  /** The runs with a pull request. Each has at most one that counts: the newest. */
  requests: number;
  merged: number;
  closed: number;
  /** Drafts are open, too. */
  open: number;
  /** How many of the requests that are merged or closed are merged, with the range of the true rate. */
  mergeRate: Rate | null;
  /** The mean number of further rounds of the runs with a request. */
  meanRounds: number | null;
  /** What all of the runs cost, whether or not they have a request. */
  costUsd: number;
  /** `costUsd` by the number of merged requests. Null when nothing is merged, or when a cost is unknown. */
  costPerMergedUsd: number | null;
  /** From when the request appeared on the run until it was merged. */
  meanHoursToMerge: number | null;
  /** The completed runs whose gates have all passed. */
  proven: number;
  /** The completed runs that somebody has accepted although not all gates have passed. */
  accepted: number;
  /** The number of usage records whose cost is unknown. `costUsd` leaves them out. */
  unratedRecords: number;
}

interface Rate {
  value: number;
  low: number;
  high: number;
}

interface OutcomeDayView {
  date: string;
  runs: number;
  merged: number;
  closed: number;
  open: number;
}

interface AnsweringSessionView {
  issueSessionId: string;
  projectId: string;
  status: string;
  questionCount: number;
  reviewedCount: number;
  sandboxId: string | null;
  createdAt: string;
  completedAt: string | null;
  id: string;
  _id: string;
}

interface PaginationOptions {
  /** Number of items to load in this page of results.  Note: This is only an initial value!  If you are running this paginated query in a reactive query function, you may receive more or less items than this if items were added to or removed from the query range. */
  numItems: number;
  /** A Cursor representing the start of this page or `null` to start at the beginning of the query results. */
  cursor: string | null;
  /** A Cursor representing the end of this page or `null | undefined` to use `numItems` instead.  This explicitly sets the range of documents the query will return, from `cursor` to `endCursor`. It's used by reactive pagination clients to ensure there are no gaps between pages when data changes, and to split pages when `pageStatus` indicates a split is recommended or required.  When splitting a page, use the returned `splitCursor` as `endCursor` for the first half and as `cursor` for the second half. */
  endCursor?: string | null;
  /** The maximum number of rows to read from the database during pagination.  This limits rows entering the query pipeline before filters are applied. Use this when filtering for rare items, where low `numItems` won't bound execution time because the query scans many rows to find matches.  Currently this is not enforced for search queries. */
  maximumRowsRead?: number;
  /** The maximum number of bytes to read from the database during pagination.  This limits bytes entering the query pipeline before filters are applied. Use this to control bandwidth usage when documents are large. If the limit is reached, the query may return an incomplete page and require a page split.  Currently this is not enforced for search queries. */
  maximumBytesRead?: number;
}

interface Ids {
  id: string;
  _id: string;
}

interface KeyView {
  name: string;
  prefix: string;
  scopes: string[];
  /** Null when the key was made with scopes. */
  preset: "full" | "operator" | "read-only" | "trigger-only" | null;
  /** The workflows whose runs, chains and recurring tasks alone the key may start and change. Null: those of all. */
  workflowIds: string[] | null;
  createdAt: string;
  lastUsedAt: string | null;
  /** What the key was last used for, such as `POST /api/v1/runs/start`. Null when that use had no known route. */
  lastUsedRoute: string | null;
  status: "active" | "revoked";
  revokedAt: string | null;
  expiresAt: string | null;
  /** The user for whom the key was made. It ends when that user leaves the project. */
  createdBy: string;
  /** The key that made this one. This one ends with it. Null when a person or an administrator made the key. */
  madeByKeyId: string | null;
  /** The key that took the place of this one, which works until `expiresAt` and is revoked then. */
  replacedBy: string | null;
  /** The role of the key's holder when it allows less than the scopes. Null when the role does not limit the key. */
  limitedTo: "admin" | "member" | "owner" | null;
  id: string;
  _id: string;
}

interface PartView {
  base64: string;
  size: number;
}

interface ArtifactView {
  runId: string;
  stepId: string | null;
  sandboxId: string;
  /** A relative path, data from outside. */
  name: string;
  mediaType: string;
  size: number;
  sha256: string;
  createdAt: string;
  id: string;
  _id: string;
}

interface AuditEntryView {
  at: string;
  actor: {
    id: string | null;
    name: string;
    type: "key" | "runner" | "system" | "user";
  };
  /** Such as `api-keys.revoke`. */
  action: string;
  subject: AuditSubject | null;
  requestId: string | null;
  /** The fields that changed. Secrets are `[secret]`, and long texts are cut. */
  changes: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  outcome: "refused" | "success";
  id: string;
  _id: string;
}

interface AuditSubject {
  type: string;
  id: string;
}

interface BudgetView {
  name: string;
  scope: ScopeView;
  limitUsd: number;
  period: "day" | "month" | "total" | "week";
  timezone: string;
  /** The fractions of the limit at which it warns, once in a period. */
  warnAt: number[];
  action: "cancel" | "notify" | "pause";
  spentUsd: number;
  periodStart: string;
  /** Null for the period `total`. */
  periodEnd: string | null;
  state: "ok" | "reached" | "warning";
  createdAt: string;
  updatedAt: string;
  id: string;
  _id: string;
}

interface ScopeView {
  type: "project" | "recurringTask" | "run" | "sprintChain" | "workChain" | "workflow";
  /** Null for the whole project. */
  id: string | null;
}

interface BulkActionView {
  action: "cancel" | "delete" | "pause" | "restart" | "resume";
  status: "completed" | "running" | "stopped";
  /** How many runs it is about. It grows while `isSearching`. */
  matched: number;
  isSearching: boolean;
  /** How many runs it has changed, and how many did not allow it or were gone. */
  done: number;
  skipped: number;
  startedBy: {
    id: string | null;
    name: string;
    type: "key" | "runner" | "system" | "user";
  };
  createdAt: string;
  completedAt: string | null;
  id: string;
  _id: string;
}

interface Activated {
  activeVersion: number;
  activatedAt: string;
}

interface AssetSummary {
  activeVersion: VersionSummary | null;
  id: string;
  _id: string;
  name: string;
  description: string | null;
  language?: "python" | "shell";
  createdAt: string;
  updatedAt: string;
}

interface VersionSummary {
  version: number;
  publishedAt: string;
  id: string;
  _id: string;
}

interface AssetDetail {
  activeVersion:
  | VersionSummary & {
    publishedBy: string;
  } & {
    content: string;
  }
  | VersionSummary & {
    publishedBy: string;
  } & {
    files: {
      name: string;
      content: string;
    }[];
  }
  | null;
  /** The numbers of the versions, oldest first. */
  versions: number[];
  id: string;
  _id: string;
  name: string;
  description: string | null;
  language?: "python" | "shell";
  createdAt: string;
  updatedAt: string;
}

interface Published {
  version: number;
  publishedAt: string;
}

interface FeedEventView {
  type: string;
  /** The time in epoch milliseconds. */
  at: number;
  subject: {
    type: string;
    id: string;
  };
  runId?: string;
  data: Record<string, unknown>;
  id: string;
  _id: string;
}

interface FeedbackView {
  runId: string;
  /** What the runner calls it. Null for what was said here. */
  key: string | null;
  kind: "check" | "comment" | "conflict" | "person" | "review";
  /** At the code host. For what was said here: who has said it. */
  author: {
    login: string;
    canWrite: boolean;
    isBot: boolean;
  } | null;
  /** Whether it may begin a round by itself. Otherwise only when somebody names it. */
  isTrusted: boolean;
  title: string;
  text: string;
  url: string | null;
  path: string | null;
  line: number | null;
  status: "handled" | "ignored" | "open" | "resolved";
  /** The round that has handled it. */
  round: number | null;
  at: number;
  id: string;
  _id: string;
}

interface HookView {
  kind: "github" | "gitlab";
  /** Where the code host sends its messages. */
  url: string;
  createdAt: string;
  id: string;
  _id: string;
}

interface ItemCounts {
  count: number;
  /** A kind without waiting items is left out. */
  kinds: {
    budget_reached?: number;
    feedback_waiting?: number;
    merge_failed?: number;
    pull_request?: number;
    run_failed?: number;
    run_paused?: number;
    run_question?: number;
    session_failed?: number;
    session_questions?: number;
    task_paused?: number;
    webhook_disabled?: number;
  };
}

interface InboxItemView {
  kind: "budget_reached" | "feedback_waiting" | "merge_failed" | "pull_request" | "run_failed" | "run_paused" | "run_question" | "session_failed" | "session_questions" | "task_paused" | "webhook_disabled";
  since: string;
  title: string;
  reason: string;
  subject: {
    type: string;
    id: string;
  };
  runId?: string;
  projectId: string;
  id: string;
  _id: string;
}

interface InboxItemWithGroup {
  /** When the question expires. */
  dueAt: string | null;
  /** Failures of the same group have the same reason. Null for what has not failed. */
  group: string | null;
  id: string;
  _id: string;
  kind: "budget_reached" | "feedback_waiting" | "merge_failed" | "pull_request" | "run_failed" | "run_paused" | "run_question" | "session_failed" | "session_questions" | "task_paused" | "webhook_disabled";
  since: string;
  title: string;
  reason: string;
  subject: {
    type: string;
    id: string;
  };
  runId?: string;
  projectId: string;
}

interface SessionDetail {
  prompt: string;
  steps: SessionStepView[];
  id: string;
  _id: string;
  name: string;
  status: string;
  templateId: string | null;
  memoryMb: number | null;
  cpuCount: number | null;
  timeoutMs: number | null;
  iteration: number;
  progress: string | null;
  issueCount: number;
  sandboxId: string | null;
  error: string | null;
  createdAt: string;
  completedAt: string | null;
}

interface SessionStepView {
  sessionId: string;
  role: string;
  name: string;
  stepIndex: number;
  status: string;
  createdAt: string;
  startedAt: string | null;
  completedAt: string | null;
  id: string;
  _id: string;
}

interface SessionView {
  name: string;
  status: string;
  templateId: string | null;
  memoryMb: number | null;
  cpuCount: number | null;
  timeoutMs: number | null;
  iteration: number;
  progress: string | null;
  issueCount: number;
  sandboxId: string | null;
  error: string | null;
  createdAt: string;
  completedAt: string | null;
  id: string;
  _id: string;
}

interface IssueView {
  title: string;
  description: string | null;
  status: string;
  priority: string;
  suggestedPrompt: string | null;
  sessionId: string | null;
  runId: string | null;
  workChainId: string | null;
  createdAt: string;
  updatedAt: string;
  resolvedAt: string | null;
  id: string;
  _id: string;
}

interface OpenJobView {
  /** The runner that holds it. Null when none does. */
  runnerId: string | null;
  id: string;
  _id: string;
  runId?: string;
  sprintChainId?: string;
  workChainId?: string;
  issueSessionId?: string;
  answeringSessionId?: string;
  mergeRunId?: string;
  sandboxId?: string;
  messageId?: string;
  repositoryCheckId?: string;
  projectId: string;
  kind: "answeringSession.continue" | "issueSession.scan" | "learning.extract" | "merge.execute" | "pullRequest.look" | "repository.check" | "run.continue" | "run.execute" | "sandbox.devServer" | "sandbox.message" | "sprintChain.execute" | "workChain.execute";
  attempt: number;
  status: "cancelled" | "claimed" | "done" | "failed" | "queued";
  error: string | null;
  availableAt: string | null;
  endedAt: string | null;
}

interface VersionDetail {
  learningIds: string[];
  content: string;
  id: string;
  _id: string;
  roleType: string;
  version: number;
  status: "active" | "archived" | "draft";
  learningCount: number;
  createdBy: string;
  createdAt: string;
  activatedAt: string | null;
}

interface VersionView {
  roleType: string;
  version: number;
  status: "active" | "archived" | "draft";
  learningCount: number;
  createdBy: string;
  createdAt: string;
  activatedAt: string | null;
  id: string;
  _id: string;
}

interface LearningView {
  description: string;
  trigger: string | null;
  correctBehavior: string | null;
  severity: string | null;
  category: string | null;
  applicableRoles: string[];
  status: "approved" | "archived" | "pending" | "rejected";
  sandboxId: string | null;
  runId: string | null;
  createdAt: string;
  updatedAt: string;
  id: string;
  _id: string;
}

interface LimitView {
  name: "body_bytes" | "concurrent_runs" | "hooks" | "repository_checks" | "starts" | "webhooks" | "writes";
  /** What shares the limit. */
  scope: "key" | "project" | "request" | "workflow";
  /** The workflow whose limit it is. */
  workflowId?: string;
  limit: number;
  /** What is used now, where it is counted. */
  used?: number;
  /** When a limit of a minute begins again. */
  resetsAt?: string;
}

interface MemberView {
  /** Null for an invited person. */
  userId: string | null;
  email: string | null;
  name: string | null;
  role: "admin" | "member" | "owner";
  status: "active" | "invited";
  joinedAt: string | null;
  createdAt: string;
  /** The end and the author of an invitation; null for members. */
  expiresAt: string | null;
  invitedBy: string | null;
  id: string;
  _id: string;
}

interface MergeRunView {
  status: string;
  pullRequests: {
    prUrl: string;
    prNumber: number;
  }[];
  baseBranch: string | null;
  /** The object of the start request, unchanged. */
  config: unknown;
  prUrl: string | null;
  /** The request as the last look has found it. Null without one. */
  pullRequest: PullRequestView | null;
  error: string | null;
  createdAt: string;
  completedAt: string | null;
  id: string;
  _id: string;
}

interface PullRequestView {
  url: string;
  number: number | null;
  state: "closed" | "draft" | "merged" | "open";
  head: string | null;
  base: string | null;
  mergeable: "clean" | "conflict" | "unknown";
  approvals: number;
  changesRequested: number;
  checkedAt: number | null;
  nextLookAt: number | null;
}

interface MessageView {
  sandboxId: string;
  /** The runner's own id of the message; null when it did not stream. */
  messageId: string | null;
  role: string;
  /** `text`, `thought`, `tool`, `plan` or `notice`. */
  kind: string;
  title: string | null;
  /** The object that the runner has sent with the message. */
  data: Record<string, unknown> | null;
  status: string;
  /** The text so far. */
  content: string;
  timestamp: string;
  createdAt: string;
  completedAt: string | null;
  id: string;
  _id: string;
}

interface NotificationView {
  type: string;
  title: string;
  body: string;
  isRead: boolean;
  createdAt: string;
  readAt: string | null;
  runId?: string;
  sprintChainId?: string;
  workChainId?: string;
  id: string;
  _id: string;
}

interface EndedRunView {
  projectId: string;
  runNumber: number;
  name: string;
  status: string;
  endedAt: string | null;
  id: string;
  _id: string;
}

interface AnalyticsView {
  personaId: string;
  runs: number;
  steps: number;
  completed: number;
  failed: number;
  successRate: number | null;
  averageQuality: number | null;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  averageDurationMs: number | null;
}

interface PersonaView {
  name: string;
  description: string | null;
  type: string;
  cliId: string | null;
  model: string | null;
  thinkingEffort: string | null;
  instructions: string | null;
  selectedSkills: string[];
  isEnabled: boolean;
  learningsEnabled: boolean;
  version: number;
  createdAt: string;
  updatedAt: string;
  id: string;
  _id: string;
}

interface PersonaVersionDetail {
  description: string | null;
  type: string;
  instructions: string | null;
  selectedSkills: string[];
  isEnabled: boolean;
  learningsEnabled: boolean;
  createdAt: string;
  id: string;
  _id: string;
  version: number;
  name: string;
  cliId: string | null;
  model: string | null;
  thinkingEffort: string | null;
}

interface ProjectView {
  name: string;
  slug: string;
  /** Without the token or password that the address may hold. */
  gitRepoUrl: string | null;
  /** Whole epoch milliseconds: the database's own creation time has a fraction. */
  _creationTime: number;
  id: string;
  _id: string;
}

interface OwnProjectView {
  role: "admin" | "member" | "owner";
  /** Whether a run of the project was ever completed. */
  hasCompletedRun: boolean;
  id: string;
  _id: string;
  name: string;
  slug: string;
  /** Without the token or password that the address may hold. */
  gitRepoUrl: string | null;
  /** Whole epoch milliseconds: the database's own creation time has a fraction. */
  _creationTime: number;
}

interface ProviderKeyView {
  provider: string;
  /** False for a provider that no part of the service asks for, which is often a typing error. */
  known: boolean;
  lastFour: string;
  updatedAt: string;
  /** Where the key of a code host may go: nowhere when the list is empty. Null for other providers. */
  origins: string[] | null;
}

interface RecurringTaskView {
  title: string;
  description: string | null;
  prompt: string;
  frequency: string;
  targetWorkflowId: string;
  isActive: boolean;
  timezone: string;
  /** The time of day, which a cron has in its fields. */
  scheduledHour: number | null;
  scheduledMinute: number | null;
  /** The days of a daily task, of which 1 is Monday. Null: every day. */
  daysOfWeek: number[] | null;
  cron: string | null;
  /** The rules of its runs. Null: those of the workflow. */
  priority: number | null;
  conflictKey: string | null;
  onConflict: string | null;
  /** How many seconds later than its schedule a run may begin. It is contained in `nextRunAt` and `nextRuns`. */
  jitterSeconds: number;
  /** The task is switched off after this many failed runs in a row. Null: never. */
  pauseAfterFailures: number | null;
  /** Why it was switched off, unless a person did it. */
  pausedReason: "failures" | "workflow_gone" | null;
  nextRunAt: string | null;
  /** The next times, the first of which is `nextRunAt`. Empty while the task is inactive. */
  nextRuns: string[];
  lastRunAt: string | null;
  lastRunId: string | null;
  createdAt: string;
  updatedAt: string;
  id: string;
  _id: string;
}

interface StartedRunView {
  /** No run was made: `onConflict` is `skip`, and this one with the same conflict key is not over. */
  isExisting?: true;
  id: string;
  _id: string;
  runNumber: number;
  name: string;
  status: "cancelled" | "completed" | "failed" | "paused" | "pending" | "running" | "scheduled";
  source: string;
  prompt: string;
  /** Without the token or password that the address may hold. */
  gitRepoUrl: string | null;
  repositorySlug: string | null;
  /** The branch at which the run begins. Where nobody has named one it is `main` until the runner has looked. */
  branchName: string;
  /** The branch that has the work of the present attempt. Null until the runner has kept or pushed it. */
  resultBranch: string | null;
  /** The address from which the branch can be fetched, where that is not the run's repository. */
  resultRepository: string | null;
  workflowId: string;
  workflow: Ids & {
    name: string;
  };
  costUsd: number;
  /** The number of usage records without a known cost, which `costUsd` leaves out. */
  unratedRecords: number;
  attempt: number;
  /** How often the attempt has continued since it was first over. */
  round: number;
  currentIteration: number;
  maxIterations: number;
  currentStepLabel: string | null;
  currentStepProgress: number | null;
  lastProgressAt: number | null;
  prStatus: string | null;
  prUrl: string | null;
  prNumber: number | null;
  /** The pull request as the last look has found it. Null without one. */
  pullRequest: PullRequestView | null;
  ciChecks: CiChecksView | null;
  scheduledFor: number | null;
  timezone: string | null;
  recurrencePattern: string | null;
  stopAfterCurrentTurn: boolean;
  /** `budget` when a reached budget has paused the run. Null when somebody has. */
  pauseReason: "budget" | null;
  /** A run with a higher one goes first. */
  priority: number;
  /** Runs with the same key run one after the other. */
  conflictKey: string | null;
  /** How many questions wait for people. */
  openQuestions: number;
  /** What the run was given when it was created. */
  labels: string[];
  metadata: Record<string, string>;
  /** What the run waits for. Null when a runner works on it, may begin it at once, or it is over. */
  waiting: {
    reason: "budget" | "concurrency" | "conflict";
    since: number;
    position?: number;
  } | {
    reason: "provider";
    since: number;
    until: number;
    text: string;
  } | {
    reason: "retry";
    since: number;
    until: number;
    text: string;
  } | {
    reason: "runner";
    since: number;
  } | {
    reason: "schedule";
    since: number;
    until: number;
  } | null;
  /** Who made the run, and who brought it into its present status. Null when an older version did not note it. */
  startedBy: {
    id: string | null;
    name: string;
    type: "key" | "runner" | "system" | "user";
  } | null;
  statusBy: {
    id: string | null;
    name: string;
    type: "key" | "runner" | "system" | "user";
  } | null;
  /** Why the run failed or was cancelled, such as `runner_lost`, and what the runner says about it. */
  failureReason: string | null;
  error: string | null;
  issueId: string | null;
  recurringTaskId: string | null;
  sprintChainId: string | null;
  sprintIndex: number | null;
  workChainId: string | null;
  /** What the gates of the workflow show: `none` without gates. */
  proofStatus: "accepted" | "failed" | "none" | "passed" | "waiting";
  /** Who has called the run completed although not all of its gates have passed, and why. */
  acceptedBy: {
    id: string | null;
    name: string;
    type: "key" | "runner" | "system" | "user";
  } | null;
  acceptedReason: string | null;
  startedAt: number | null;
  createdAt: number;
  completedAt: number | null;
  activeStepId: string | null;
  activeSandboxId: string | null;
  explorerSandboxId: string | null;
  activeDurationMs: number;
  durationMs: number | null;
  /** The rule by which the run continues when it is over. Null: it does not by itself. */
  followUp: {
    checks: boolean;
    conflicts: boolean;
    maxRounds: number;
    quietMs: number;
    reviews: boolean;
    trust: "listed" | "write";
    trusted: string[];
  } | null;
  /** How many rounds of the attempt the rule has begun, at most its `maxRounds`. People may have begun others. */
  automaticRounds: number;
}

interface CiChecksView {
  status: string;
  checkedAt: number;
  checks: ({
    name: string;
    status: string;
    url: string | null;
  })[];
}

interface RepositoryCheckView {
  /** Without the user information that the address may have. */
  gitRepoUrl: string;
  /** The branch that was asked for. Null: the default branch. */
  branchName: string | null;
  status: "failed" | "ok" | "pending";
  /** Why the check has failed: a word of a closed list, and a sentence. */
  reason: "certificate" | "host_key" | "no_access" | "no_branch" | "no_branches" | "not_allowed" | "not_checked" | "not_found" | "other" | "unreachable" | null;
  error: string | null;
  defaultBranch: string | null;
  /** The branch at which runs will begin, and its newest commit. */
  baseBranch: string | null;
  headCommit: string | null;
  /** Set while no runner that can check repositories has asked for work for a minute. */
  waiting: {
    reason: "runner";
    since: number;
  } | null;
  createdAt: string;
  completedAt: string | null;
  id: string;
  _id: string;
}

interface EventView {
  seq: number;
  type: string;
  /** The time in epoch milliseconds. */
  at: number;
  data: Record<string, unknown>;
  id: string;
  _id: string;
}

interface QuestionView {
  runId: string;
  attempt: number;
  stepId: string | null;
  key: string;
  title: string;
  text: string | null;
  options: string[] | null;
  schema: Record<string, unknown> | boolean | null;
  default: Record<string, unknown> | string | null;
  deadline: string | null;
  createdAt: string;
  closedAt: string | null;
  closedBy: string | null;
  id: string;
  _id: string;
  status: "answered" | "dismissed" | "expired" | "waiting";
  answer: Record<string, unknown> | string | null;
}

interface StepView {
  runId: string;
  attempt: number;
  /** The round of the attempt. 0: before the run continued. */
  round: number;
  keptFromAttempt: number | null;
  stepIndex: number;
  role: string;
  name: string;
  status: string;
  sandboxId: string | null;
  sandbox: SandboxSummaryView | null;
  toolDisplayName: string | null;
  resolvedModelId: string | null;
  thinkingEffort: string | null;
  thinkingEffortDisplay: string | null;
  personaVersionSnapshot: PersonaVersionView | null;
  /** Always null: system prompts are settings of the project, which have no versions. */
  systemPromptVersion: null;
  tokenUsage: {
    inputTokens: number;
    outputTokens: number;
  };
  testResults: {
    failed: number;
    passed: number;
    skipped: number;
    total: number;
  } | null | undefined;
  qualityScores: Record<string, number> | null;
  /** What the step hands to the steps after it. Null when it has none (yet). */
  output: unknown;
  verdict: {
    pass: boolean;
    feedback: string | null;
  } | null;
  /** What must be shown before the step counts as done, and what was shown on which commit. */
  gate: {
    command: string[];
    kind: "command";
    onFail: "ask" | "fail" | "repeat";
    report: {
      format: "junit" | "tap";
      path: string;
    } | null;
    timeoutMs: number;
  } | {
    kind: "judge";
    onFail: "ask" | "fail" | "repeat";
    passAt: number | null;
    rubric: string | null;
  } | null;
  proof: ProofView | null;
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
  id: string;
  _id: string;
}

interface SandboxSummaryView {
  runtimeSandboxId: string;
  status: string;
  /** The folder on the machine of the runner in which the agent works. */
  folder: string | null;
  id: string;
  _id: string;
}

interface PersonaVersionView {
  version: number;
  name: string;
  cliId: string | null;
  model: string | null;
  thinkingEffort: string | null;
  id: string;
  _id: string;
}

interface ProofView {
  commit: string;
  exitCode: number | null;
  durationMs: number | null;
  /** The end of what the command has written. */
  output: string | null;
}

interface TokenView {
  name: string;
  prefix: string;
  /** Null when the token's holder may claim jobs of all kinds. */
  kinds: string[] | null;
  createdAt: string;
  status: "active" | "revoked";
  revokedAt: string | null;
  expiresAt: string | null;
  /** Whether the token works now: it is neither revoked nor expired, and its maker still has the right to make it. */
  isValid: boolean;
  createdBy: string;
  /** The key that made this token. The token ends with it. Null when a person made the token. */
  madeByKeyId: string | null;
  id: string;
  _id: string;
}

interface RunView {
  activeStepId: string | null;
  activeSandboxId: string | null;
  explorerSandboxId: string | null;
  activeDurationMs: number;
  durationMs: number | null;
  /** The rule by which the run continues when it is over. Null: it does not by itself. */
  followUp: {
    checks: boolean;
    conflicts: boolean;
    maxRounds: number;
    quietMs: number;
    reviews: boolean;
    trust: "listed" | "write";
    trusted: string[];
  } | null;
  /** How many rounds of the attempt the rule has begun, at most its `maxRounds`. People may have begun others. */
  automaticRounds: number;
  id: string;
  _id: string;
  runNumber: number;
  name: string;
  status: "cancelled" | "completed" | "failed" | "paused" | "pending" | "running" | "scheduled";
  source: string;
  prompt: string;
  /** Without the token or password that the address may hold. */
  gitRepoUrl: string | null;
  repositorySlug: string | null;
  /** The branch at which the run begins. Where nobody has named one it is `main` until the runner has looked. */
  branchName: string;
  /** The branch that has the work of the present attempt. Null until the runner has kept or pushed it. */
  resultBranch: string | null;
  /** The address from which the branch can be fetched, where that is not the run's repository. */
  resultRepository: string | null;
  workflowId: string;
  workflow: Ids & {
    name: string;
  };
  costUsd: number;
  /** The number of usage records without a known cost, which `costUsd` leaves out. */
  unratedRecords: number;
  attempt: number;
  /** How often the attempt has continued since it was first over. */
  round: number;
  currentIteration: number;
  maxIterations: number;
  currentStepLabel: string | null;
  currentStepProgress: number | null;
  lastProgressAt: number | null;
  prStatus: string | null;
  prUrl: string | null;
  prNumber: number | null;
  /** The pull request as the last look has found it. Null without one. */
  pullRequest: PullRequestView | null;
  ciChecks: CiChecksView | null;
  scheduledFor: number | null;
  timezone: string | null;
  recurrencePattern: string | null;
  stopAfterCurrentTurn: boolean;
  /** `budget` when a reached budget has paused the run. Null when somebody has. */
  pauseReason: "budget" | null;
  /** A run with a higher one goes first. */
  priority: number;
  /** Runs with the same key run one after the other. */
  conflictKey: string | null;
  /** How many questions wait for people. */
  openQuestions: number;
  /** What the run was given when it was created. */
  labels: string[];
  metadata: Record<string, string>;
  /** What the run waits for. Null when a runner works on it, may begin it at once, or it is over. */
  waiting: {
    reason: "budget" | "concurrency" | "conflict";
    since: number;
    position?: number;
  } | {
    reason: "provider";
    since: number;
    until: number;
    text: string;
  } | {
    reason: "retry";
    since: number;
    until: number;
    text: string;
  } | {
    reason: "runner";
    since: number;
  } | {
    reason: "schedule";
    since: number;
    until: number;
  } | null;
  /** Who made the run, and who brought it into its present status. Null when an older version did not note it. */
  startedBy: {
    id: string | null;
    name: string;
    type: "key" | "runner" | "system" | "user";
  } | null;
  statusBy: {
    id: string | null;
    name: string;
    type: "key" | "runner" | "system" | "user";
  } | null;
  /** Why the run failed or was cancelled, such as `runner_lost`, and what the runner says about it. */
  failureReason: string | null;
  error: string | null;
  issueId: string | null;
  recurringTaskId: string | null;
  sprintChainId: string | null;
  sprintIndex: number | null;
  workChainId: string | null;
  /** What the gates of the workflow show: `none` without gates. */
  proofStatus: "accepted" | "failed" | "none" | "passed" | "waiting";
  /** Who has called the run completed although not all of its gates have passed, and why. */
  acceptedBy: {
    id: string | null;
    name: string;
    type: "key" | "runner" | "system" | "user";
  } | null;
  acceptedReason: string | null;
  startedAt: number | null;
  createdAt: number;
  completedAt: number | null;
}

interface RunDetailView {
  id: string;
  _id: string;
  runNumber: number;
  name: string;
  status: "cancelled" | "completed" | "failed" | "paused" | "pending" | "running" | "scheduled";
  source: string;
  prompt: string;
  /** Without the token or password that the address may hold. */
  gitRepoUrl: string | null;
  repositorySlug: string | null;
  /** The branch at which the run begins. Where nobody has named one it is `main` until the runner has looked. */
  branchName: string;
  /** The branch that has the work of the present attempt. Null until the runner has kept or pushed it. */
  resultBranch: string | null;
  /** The address from which the branch can be fetched, where that is not the run's repository. */
  resultRepository: string | null;
  workflowId: string;
  workflow: Ids & {
    name: string;
  };
  costUsd: number;
  /** The number of usage records without a known cost, which `costUsd` leaves out. */
  unratedRecords: number;
  attempt: number;
  /** How often the attempt has continued since it was first over. */
  round: number;
  currentIteration: number;
  maxIterations: number;
  currentStepLabel: string | null;
  currentStepProgress: number | null;
  lastProgressAt: number | null;
  prStatus: string | null;
  prUrl: string | null;
  prNumber: number | null;
  /** The pull request as the last look has found it. Null without one. */
  pullRequest: PullRequestView | null;
  ciChecks: CiChecksView | null;
  scheduledFor: number | null;
  timezone: string | null;
  recurrencePattern: string | null;
  stopAfterCurrentTurn: boolean;
  /** `budget` when a reached budget has paused the run. Null when somebody has. */
  pauseReason: "budget" | null;
  /** A run with a higher one goes first. */
  priority: number;
  /** Runs with the same key run one after the other. */
  conflictKey: string | null;
  /** How many questions wait for people. */
  openQuestions: number;
  /** What the run was given when it was created. */
  labels: string[];
  metadata: Record<string, string>;
  /** What the run waits for. Null when a runner works on it, may begin it at once, or it is over. */
  waiting: {
    reason: "budget" | "concurrency" | "conflict";
    since: number;
    position?: number;
  } | {
    reason: "provider";
    since: number;
    until: number;
    text: string;
  } | {
    reason: "retry";
    since: number;
    until: number;
    text: string;
  } | {
    reason: "runner";
    since: number;
  } | {
    reason: "schedule";
    since: number;
    until: number;
  } | null;
  /** Who made the run, and who brought it into its present status. Null when an older version did not note it. */
  startedBy: {
    id: string | null;
    name: string;
    type: "key" | "runner" | "system" | "user";
  } | null;
  statusBy: {
    id: string | null;
    name: string;
    type: "key" | "runner" | "system" | "user";
  } | null;
  /** Why the run failed or was cancelled, such as `runner_lost`, and what the runner says about it. */
  failureReason: string | null;
  error: string | null;
  issueId: string | null;
  recurringTaskId: string | null;
  sprintChainId: string | null;
  sprintIndex: number | null;
  workChainId: string | null;
  /** What the gates of the workflow show: `none` without gates. */
  proofStatus: "accepted" | "failed" | "none" | "passed" | "waiting";
  /** Who has called the run completed although not all of its gates have passed, and why. */
  acceptedBy: {
    id: string | null;
    name: string;
    type: "key" | "runner" | "system" | "user";
  } | null;
  acceptedReason: string | null;
  startedAt: number | null;
  createdAt: number;
  completedAt: number | null;
  activeStepId: string | null;
  activeSandboxId: string | null;
  explorerSandboxId: string | null;
  activeDurationMs: number;
  durationMs: number | null;
  /** The rule by which the run continues when it is over. Null: it does not by itself. */
  followUp: {
    checks: boolean;
    conflicts: boolean;
    maxRounds: number;
    quietMs: number;
    reviews: boolean;
    trust: "listed" | "write";
    trusted: string[];
  } | null;
  /** How many rounds of the attempt the rule has begun, at most its `maxRounds`. People may have begun others. */
  automaticRounds: number;
  createdBy: string | null;
  sandboxes: SandboxSummaryView[];
  /** The steps of the present attempt, in their order, and then those of earlier attempts. */
  steps: StepView[];
  hasMoreSteps: boolean;
  /** Null where the operator has not said where the dashboard is. */
  dashboardUrl: string | null;
}

interface RunSummaryView {
  runNumber: number;
  name: string;
  status: "cancelled" | "completed" | "failed" | "paused" | "pending" | "running" | "scheduled";
  source: string;
  prompt: string;
  /** Without the token or password that the address may hold. */
  gitRepoUrl: string | null;
  repositorySlug: string | null;
  /** The branch at which the run begins. Where nobody has named one it is `main` until the runner has looked. */
  branchName: string;
  /** The branch that has the work of the present attempt. Null until the runner has kept or pushed it. */
  resultBranch: string | null;
  /** The address from which the branch can be fetched, where that is not the run's repository. */
  resultRepository: string | null;
  workflowId: string;
  workflow: Ids & {
    name: string;
  };
  costUsd: number;
  /** The number of usage records without a known cost, which `costUsd` leaves out. */
  unratedRecords: number;
  attempt: number;
  /** How often the attempt has continued since it was first over. */
  round: number;
  currentIteration: number;
  maxIterations: number;
  currentStepLabel: string | null;
  currentStepProgress: number | null;
  lastProgressAt: number | null;
  prStatus: string | null;
  prUrl: string | null;
  prNumber: number | null;
  /** The pull request as the last look has found it. Null without one. */
  pullRequest: PullRequestView | null;
  ciChecks: CiChecksView | null;
  scheduledFor: number | null;
  timezone: string | null;
  recurrencePattern: string | null;
  stopAfterCurrentTurn: boolean;
  /** `budget` when a reached budget has paused the run. Null when somebody has. */
  pauseReason: "budget" | null;
  /** A run with a higher one goes first. */
  priority: number;
  /** Runs with the same key run one after the other. */
  conflictKey: string | null;
  /** How many questions wait for people. */
  openQuestions: number;
  /** What the run was given when it was created. */
  labels: string[];
  metadata: Record<string, string>;
  /** What the run waits for. Null when a runner works on it, may begin it at once, or it is over. */
  waiting: {
    reason: "budget" | "concurrency" | "conflict";
    since: number;
    position?: number;
  } | {
    reason: "provider";
    since: number;
    until: number;
    text: string;
  } | {
    reason: "retry";
    since: number;
    until: number;
    text: string;
  } | {
    reason: "runner";
    since: number;
  } | {
    reason: "schedule";
    since: number;
    until: number;
  } | null;
  /** Who made the run, and who brought it into its present status. Null when an older version did not note it. */
  startedBy: {
    id: string | null;
    name: string;
    type: "key" | "runner" | "system" | "user";
  } | null;
  statusBy: {
    id: string | null;
    name: string;
    type: "key" | "runner" | "system" | "user";
  } | null;
  /** Why the run failed or was cancelled, such as `runner_lost`, and what the runner says about it. */
  failureReason: string | null;
  error: string | null;
  issueId: string | null;
  recurringTaskId: string | null;
  sprintChainId: string | null;
  sprintIndex: number | null;
  workChainId: string | null;
  /** What the gates of the workflow show: `none` without gates. */
  proofStatus: "accepted" | "failed" | "none" | "passed" | "waiting";
  /** Who has called the run completed although not all of its gates have passed, and why. */
  acceptedBy: {
    id: string | null;
    name: string;
    type: "key" | "runner" | "system" | "user";
  } | null;
  acceptedReason: string | null;
  startedAt: number | null;
  createdAt: number;
  completedAt: number | null;
  id: string;
  _id: string;
}

interface GateResultView {
  /** The index of the step in the workflow. */
  stepIndex: number;
  name: string;
  kind: "command" | "judge";
  pass: boolean | null;
  commit: string | null;
  command: string[] | null;
  exitCode: number | null;
  durationMs: number | null;
  /** The end of what the command has written. */
  output: string | null;
  testResults: {
    failed: number;
    passed: number;
    skipped: number;
    total: number;
  } | null | undefined;
  qualityScores: Record<string, number> | null;
  feedback: string | null;
  /** Both count from 0. */
  iteration: number | null;
  round: number | null;
  at: number | null;
}

interface DevServerView {
  sandboxId: string;
  url: string | null;
  status: string;
  reportedAt: string;
}

interface DiffView {
  sandboxId: string;
  diff: string;
  reportedAt: string;
}

interface FileView {
  path: string;
  name: string;
  size: number | null;
  /** Null when the runner reported the file without its content. */
  content: string | null;
  reportedAt: string;
}

interface EntryView {
  path: string;
  name: string;
  type: "file" | "folder";
  /** The size in bytes, if the runner reported it. */
  size: number | null;
}

interface SandboxView {
  runId: string | null;
  issueSessionId: string | null;
  answeringSessionId: string | null;
  mergeRunId: string | null;
  stepId: string | null;
  runtimeSandboxId: string;
  status: string;
  memoryMb: number | null;
  cpuCount: number | null;
  timeoutMs: number | null;
  branchName: string | null;
  /** The folder on the machine of the runner in which the agent works. */
  folder: string | null;
  triggerRunId: string | null;
  learningStatus: string | null;
  prUrl: string | null;
  prNumber: number | null;
  prStatus: string | null;
  hasAssistantMessages: boolean;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  id: string;
  _id: string;
}

interface FoundThing {
  kind: "command" | "context" | "issue" | "learning" | "persona" | "recurring_task" | "run" | "script" | "session" | "skill" | "sprint_chain" | "work_chain" | "workflow";
  id: string;
  title: string;
  /** Its state where it has one, otherwise its type, such as `completed`. Null when the kind says everything. */
  state: string | null;
  /** Only runs have a number. */
  runNumber: number | null;
}

interface SettingsView {
  backendDeployKey: string | null;
  backendDevKey: string | null;
  testUserCredentials: string | null;
  sandboxSystemPrompt: string | null;
  agentMd: string | null;
  issueDiscoveryPrompt: string | null;
  selectedSkills: string[];
  selectedCommands: string[];
  selectedScripts: string[];
  envVars: Record<string, string>;
  deployEnvVars: Record<string, string>;
  learningTemplateId: string | null;
  learningModel: string | null;
  mergingTemplateId: string | null;
  mergingModel: string | null;
  /** The rule by which finished runs continue, of workflows that have none of their own. Null: they do not. */
  followUp: {
    checks: boolean;
    conflicts: boolean;
    maxRounds: number;
    quietMs: number;
    reviews: boolean;
    trust: "listed" | "write";
    trusted: string[];
  } | null;
  /** How many runs of the project may run at once. Null: as many as there are. */
  maxConcurrentRuns: number | null;
  /** Runs that ended more days ago are deleted for good. Null: none is. */
  retainRunsDays: number | null;
  gitCommitName: string | null;
  gitCommitEmail: string | null;
}

interface SprintChainView {
  status: string;
  workflowId: string;
  prompt: string;
  gitRepoUrl: string;
  branchName: string;
  sprintRange: [number, number];
  currentSprintIndex: number;
  resumeFromSprint: number | null;
  /** The pull requests in the order of their sprints. */
  sprintPrUrls: string[];
  cancelRequested: boolean;
  activeRunId: string | null;
  error: string | null;
  createdAt: string;
  completedAt: string | null;
  id: string;
  _id: string;
}

interface SprintView {
  sprint: number;
  index: number;
  runId: string | null;
  /** The status of the sprint's run. Without a run: `pending` if there can still be one, otherwise `skipped`. */
  status: string;
  prUrl: string | null;
}

interface TrashItemView {
  entityType: string;
  entityId: string;
  name: string;
  deletedAt: string;
  deletedBy: string | null;
  id: string;
  _id: string;
}

interface UsageView {
  service: string;
  model: string | null;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  durationMs: number;
  costUsd: number;
  /** False when nothing says what the usage costs. `costUsd` is 0 then, and means that the cost is unknown. */
  rated: boolean;
  /** Whether the cost is from the price of the model, from the agent itself, or from the usual price of the service. */
  costSource: "agent" | "model" | "service" | null;
  /** The day of the price, as YYYY-MM-DD. */
  priceDate: string | null;
  /** What the agent itself said that it cost, whether or not that counts. */
  reportedCostUsd: number | null;
  sandboxId: string;
  runId: string | null;
  createdAt: string;
  id: string;
  _id: string;
}

interface UsageSums {
  /** The most expensive first, and the sum of all others last. */
  rows: UsageSumView[];
  /** The days on which anything was used, the first one first. Empty for sums by run. */
  days: UsageDayView[];
  /** Null when all usage is counted. Otherwise usage up to this time may still be missing, because a migration adds the records of an earlier version. */
  completeSince: string | null;
}

interface UsageSumView {
  /** The service and the model, as `anthropic/claude-opus-4-5`, or the id of the workflow, the persona or the run. Null for usage of none, and for the sum of all others. */
  key: string | null;
  /** The name of the model, workflow, persona or run. Null for usage of none, and for a run that is deleted. */
  name: string | null;
  /** True for the one row that adds up what has no row of its own. */
  isOther: boolean;
  /** The service of a model. */
  service: string | null;
  runNumber: number | null;
  records: number;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  durationMs: number;
  costUsd: number;
  /** The number of records whose cost is unknown. `costUsd` leaves them out. */
  unratedRecords: number;
}

interface UsageDayView {
  date: string;
  /** The costs of the first rows on this day, in the order of the rows, and then that of all others. */
  costsUsd: number[];
}

interface UserView {
  email: string;
  name: string | null;
  id: string;
  _id: string;
}

interface QueuePage {
  counts: {
    budget: number;
    concurrency: number;
    conflict: number;
    provider: number;
    retry: number;
    runner: number;
    schedule: number;
  };
  data: WaitingRunView[];
  nextCursor: string | null;
  hasMore: boolean;
}

interface WaitingRunView {
  runId: string;
  runNumber: number;
  name: string;
  workflowId: string;
  workflowName: string;
  priority: number;
  conflictKey: string | null;
  createdAt: number;
  /** One that only waits for its turn waits for a runner. */
  waiting: {
    reason: "budget" | "concurrency" | "conflict";
    since: number;
    position?: number;
  } | {
    reason: "provider";
    since: number;
    until: number;
    text: string;
  } | {
    reason: "retry";
    since: number;
    until: number;
    text: string;
  } | {
    reason: "runner";
    since: number;
  } | {
    reason: "schedule";
    since: number;
    until: number;
  };
}

interface WebhookView {
  url: string;
  events: string[];
  description: string | null;
  isEnabled: boolean;
  /** Why the service has disabled it: `gone` after an answer 410, `failing` after five days without a success. */
  disabledReason: "failing" | "gone" | null;
  createdAt: string;
  /** The last delivery that succeeded. */
  lastDeliveryAt: string | null;
  /** The first failure since the last success. */
  failingSince: string | null;
  /** Until when messages are also signed with secrets before the present one. */
  formerSecretUntil: string | null;
  id: string;
  _id: string;
}

interface DeliveryView {
  webhookId: string;
  /** The id of the message, which is that of the event. A test has that of its delivery. */
  eventId: string;
  eventType: string;
  status: "failed" | "pending" | "succeeded";
  createdAt: string;
  /** Null when it is not tried any more. A webhook that is disabled waits until it is enabled. */
  nextAttemptAt: string | null;
  attempts: ({
    at: string;
    statusCode: number | null;
    durationMs: number;
    error: string | null;
  })[];
  id: string;
  _id: string;
}

interface WorkChainView {
  status: string;
  title: string;
  description: string | null;
  issueIds: string[];
  workflowId: string;
  gitRepoUrl: string | null;
  branchName: string;
  currentIssueIndex: number;
  activeRunId: string | null;
  error: string | null;
  createdAt: string;
  startedAt: string | null;
  completedAt: string | null;
  id: string;
  _id: string;
}

interface WorkflowView {
  name: string;
  description: string | null;
  steps: ({
    role: string;
    name: string;
    personaId: string | null;
    instructions: string | null;
    commandNames: string[];
    timeoutMs: number | null;
    maxRetries: number;
    outputSchema: Record<string, unknown> | boolean | null;
    /** What must be shown before the step counts as done. */
    gate: {
      command: string[];
      kind: "command";
      onFail: "ask" | "fail" | "repeat";
      report: {
        format: "junit" | "tap";
        path: string;
      } | null;
      timeoutMs: number;
    } | {
      kind: "judge";
      onFail: "ask" | "fail" | "repeat";
      passAt: number | null;
      rubric: string | null;
    } | null;
    /** Patterns of paths: the files that match after the step become artifacts of the run. */
    artifacts: string[];
  })[];
  defaultBranch: string | null;
  isEnabled: boolean;
  /** How many of its runs may run at once. Null: as many as there are. */
  concurrencyLimit: number | null;
  /** The rules of its runs that have none of their own. */
  priority: number | null;
  conflictKey: string | null;
  onConflict: string | null;
  /** The rule by which its finished runs continue. Null: that of the project. */
  followUp: {
    checks: boolean;
    conflicts: boolean;
    maxRounds: number;
    quietMs: number;
    reviews: boolean;
    trust: "listed" | "write";
    trusted: string[];
  } | null;
  createdAt: string;
  updatedAt: string;
  id: string;
  _id: string;
}

export interface LiveApi {
  analytics: {
    dashboard: {
      dailyStats: FunctionReference<"query", "public", {
        endDate?: string;
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
        startDate?: string;
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: DayView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      outcomes: FunctionReference<"query", "public", {
        endDate?: string;
        groupBy: "agent" | "model" | "none" | "persona" | "workflow";
        startDate?: string;
      } & {
        projectId: string;
      }, {
        rows: OutcomeView[];
        days: OutcomeDayView[];
      }>;
    };
  };
  answeringSessions: {
    dashboard: {
      create: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        issueSessionId: string;
      }, AnsweringSessionView>;
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, AnsweringSessionView>;
      list: FunctionReference<"query", "public", {
        issueSessionId?: string;
        status?: "active" | "archived" | "completed" | "pending" | "reviewed";
      } & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: AnsweringSessionView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, Ids & {
        status: "active" | "archived" | "completed" | "pending" | "reviewed";
        deleted: boolean;
      }>;
      setStatus: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        status: "active" | "archived" | "completed" | "pending" | "reviewed";
      } & {
        id: string;
      }, AnsweringSessionView>;
    };
  };
  apiKeys: {
    dashboard: {
      generate: FunctionReference<"action", "public", {
        projectId: string;
      } & {
        name: string;
        scopes?: string[] | null;
        preset?: "full" | "operator" | "read-only" | "trigger-only" | null;
        workflowIds?: string[] | null;
        expiresAt?: string | null;
      }, KeyView & {
        key: string;
      }>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: KeyView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      revoke: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        keyId: string;
      }, KeyView & {
        endedKeys: number;
      }>;
      rotate: FunctionReference<"action", "public", {
        projectId: string;
      } & {
        keyId: string;
        graceSeconds?: number | null;
      }, KeyView & {
        key: string;
      }>;
    };
  };
  artifacts: {
    dashboard: {
      content: FunctionReference<"action", "public", {
        projectId: string;
      } & {
        id: string;
        from: number;
      }, PartView>;
      list: FunctionReference<"query", "public", {
        id: string;
        stepId?: string;
      } & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: ArtifactView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
    };
  };
  audit: {
    dashboard: {
      list: FunctionReference<"query", "public", {
        filter?: {
          action: string;
          by: "action";
        } | {
          by: "actor";
          id: string;
        } | {
          by: "subject";
          id: string;
        };
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: AuditEntryView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
    };
  };
  budgets: {
    dashboard: {
      create: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        name: string;
        scope: {
          type: "project" | "recurringTask" | "run" | "sprintChain" | "workChain" | "workflow";
          id?: string | null;
        };
        limitUsd: number;
        period: "day" | "month" | "total" | "week";
        timezone?: string | null;
        warnAt?: number[] | null;
        action?: "cancel" | "notify" | "pause" | null;
      }, BudgetView>;
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, BudgetView>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: BudgetView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, Ids & {
        deleted: boolean;
      }>;
      update: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        name?: string;
        scope?: {
          type: "project" | "recurringTask" | "run" | "sprintChain" | "workChain" | "workflow";
          id?: string | null;
        };
        limitUsd?: number;
        period?: "day" | "month" | "total" | "week";
        timezone?: string;
        warnAt?: number[];
        action?: "cancel" | "notify" | "pause";
      } & {
        id: string;
      }, BudgetView>;
    };
  };
  bulkActions: {
    dashboard: {
      get: FunctionReference<"query", "public", {
        id: string;
      } & {
        projectId: string;
      }, BulkActionView>;
      start: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        action: "cancel" | "delete" | "pause" | "restart" | "resume";
        filter: {
          status?: "cancelled" | "completed" | "failed" | "paused" | "pending" | "running" | "scheduled" | ("cancelled" | "completed" | "failed" | "paused" | "pending" | "running" | "scheduled")[] | null;
          workflowId?: string | null;
          source?: "api" | "callback" | "dashboard" | "recurring_task" | "sprint_chain" | "work_chain" | null;
          label?: string | null;
          createdAfter?: number | string | null;
          createdBefore?: number | string | null;
          runIds?: string[] | null;
        };
      }, BulkActionView>;
      stop: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, BulkActionView>;
    };
  };
  commands: {
    dashboard: {
      activate: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        version: number;
      } & {
        id: string;
      }, Activated>;
      create: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        description?: string | null;
        name: string;
        content?: string | null;
      }, AssetSummary>;
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, AssetDetail>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: AssetSummary[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      publish: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        content: string;
      } & {
        id: string;
      }, Published>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, Ids & {
        deleted: true;
      }>;
      update: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        description?: string | null;
        name?: string;
      } & {
        id: string;
      }, AssetSummary>;
      versions: FunctionReference<"query", "public", {
        id: string;
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: (
        | VersionSummary & {
          publishedBy: string;
        } & {
          content: string;
        } & {
          isActive: boolean;
        }
        | VersionSummary & {
          publishedBy: string;
        } & {
          files: {
            name: string;
            content: string;
          }[];
        } & {
          isActive: boolean;
        })[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
    };
  };
  contexts: {
    dashboard: {
      activate: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        version: number;
      } & {
        id: string;
      }, Activated>;
      create: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        name: string;
        description?: string | null;
        content?: string | null;
      }, AssetSummary>;
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, AssetDetail>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: AssetSummary[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, Ids & {
        deleted: true;
      }>;
      update: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        name?: string;
        description?: string | null;
        content?: string;
      } & {
        id: string;
      }, AssetSummary>;
      versions: FunctionReference<"query", "public", {
        id: string;
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: (
        | VersionSummary & {
          publishedBy: string;
        } & {
          content: string;
        } & {
          isActive: boolean;
        }
        | VersionSummary & {
          publishedBy: string;
        } & {
          files: {
            name: string;
            content: string;
          }[];
        } & {
          isActive: boolean;
        })[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
    };
  };
  events: {
    dashboard: {
      list: FunctionReference<"query", "public", {
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: FeedEventView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
    };
  };
  feedback: {
    dashboard: {
      add: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        path?: string | null;
        line?: number | null;
        runId: string;
        text: string;
      }, FeedbackView>;
      ignore: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        feedbackIds: string[];
      }, {
        feedback: FeedbackView[];
      }>;
      list: FunctionReference<"query", "public", {
        id: string;
        isTrusted?: boolean;
        status?: "handled" | "ignored" | "open" | "resolved";
      } & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: FeedbackView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      reopen: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        feedbackIds: string[];
      }, {
        feedback: FeedbackView[];
      }>;
    };
  };
  hooks: {
    dashboard: {
      create: FunctionReference<"action", "public", {
        projectId: string;
      } & {
        kind: "github" | "gitlab";
      }, HookView & {
        secret: string;
      }>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: HookView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, Ids & {
        deleted: boolean;
      }>;
    };
  };
  inbox: {
    dashboard: {
      count: FunctionReference<"query", "public", object & {
        projectId: string;
      }, {
        count: number;
      }>;
      countMine: FunctionReference<"query", "public", Record<string, never>, {
        count: number;
        projects: ({
          projectId: string;
        } & ItemCounts)[];
      }>;
      dismiss: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, Ids & {
        dismissed: boolean;
      }>;
      list: FunctionReference<"query", "public", {
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: InboxItemView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      mine: FunctionReference<"query", "public", {
        kind?: "budget_reached" | "feedback_waiting" | "merge_failed" | "pull_request" | "run_failed" | "run_paused" | "run_question" | "session_failed" | "session_questions" | "task_paused" | "webhook_disabled";
        limit?: number;
        onlyProjectId?: string;
      }, {
        items: InboxItemWithGroup[];
        hasMore: boolean;
      }>;
    };
  };
  issueSessions: {
    dashboard: {
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, SessionDetail>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: SessionView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      purge: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        sessionId: string;
      }, Ids & {
        deleted: boolean;
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        sessionId: string;
      }, Ids & {
        deleted: boolean;
      }>;
      removeMany: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        sessionIds: string[];
      }, {
        ids: string[];
        count: number;
        deleted: boolean;
      }>;
      rename: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        sessionId: string;
        name: string;
      }, SessionView>;
      restore: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        sessionId: string;
      }, SessionView>;
      start: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        prompt: string;
        templateId?: string | null;
        memoryMb?: number | null;
        cpuCount?: number | null;
        timeoutMs?: number | null;
      }, SessionView>;
    };
  };
  issues: {
    dashboard: {
      create: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        description?: string | null;
        suggestedPrompt?: string | null;
        title: string;
        priority?: "critical" | "high" | "low" | "medium" | null;
        sessionId?: string | null;
      }, IssueView>;
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, IssueView>;
      linkRun: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        issueId: string;
        runId: string;
      }, IssueView>;
      list: FunctionReference<"query", "public", {
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
        priority?: "critical" | "high" | "low" | "medium";
        sessionId?: string;
        status?: "closed" | "in_progress" | "open" | "resolved";
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: IssueView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        issueId: string;
      }, Ids & {
        deleted: boolean;
      }>;
      removeMany: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        issueIds: string[];
      }, {
        ids: string[];
        count: number;
        deleted: boolean;
      }>;
      search: FunctionReference<"query", "public", {
        limit?: number;
        priority?: "critical" | "high" | "low" | "medium";
        search: string;
        sessionId?: string;
        status?: "closed" | "in_progress" | "open" | "resolved";
      } & {
        projectId: string;
      }, IssueView[]>;
      update: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        description?: string | null;
        suggestedPrompt?: string | null;
        issueId: string;
        title?: string;
        status?: "closed" | "in_progress" | "open" | "resolved";
        priority?: "critical" | "high" | "low" | "medium" | null;
      }, IssueView>;
    };
  };
  jobs: {
    dashboard: {
      list: FunctionReference<"query", "public", {
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
        status: "claimed" | "failed" | "queued";
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: OpenJobView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      redrive: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        jobId: string;
      }, OpenJobView>;
    };
  };
  learningVersions: {
    dashboard: {
      activate: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        versionId: string;
      }, VersionDetail>;
      active: FunctionReference<"query", "public", {
        roleType: string;
      } & {
        projectId: string;
      }, VersionDetail | null>;
      compile: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        roleType: string;
        learningIds: string[];
      }, VersionDetail>;
      deactivate: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        versionId: string;
      }, VersionDetail>;
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, VersionDetail>;
      list: FunctionReference<"query", "public", {
        roleType?: string;
        status?: "active" | "archived" | "draft";
      } & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: VersionView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      preview: FunctionReference<"query", "public", {
        learningIds: string[];
        roleType: string;
      } & {
        projectId: string;
      }, {
        content: string;
        learningCount: number;
      }>;
    };
  };
  learnings: {
    dashboard: {
      create: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        trigger?: string | null;
        correctBehavior?: string | null;
        severity?: "critical" | "high" | "low" | "medium" | null;
        category?: string | null;
        applicableRoles?: string[] | null;
        description: string;
      }, LearningView>;
      list: FunctionReference<"query", "public", {
        category?: string;
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
        status?: "approved" | "archived" | "pending" | "rejected";
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: LearningView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      listOfSandbox: FunctionReference<"query", "public", {
        sandboxId: string;
      } & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: LearningView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      preview: FunctionReference<"query", "public", {
        roleType?: string;
      } & {
        projectId: string;
      }, {
        content: string;
        learningCount: number;
      } & {
        omitsOlder?: true;
      } & {
        roleType?: string;
      }>;
      purge: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        learningId: string;
      }, Ids & {
        deleted: boolean;
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        learningId: string;
      }, Ids & {
        deleted: boolean;
      }>;
      removeMany: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        learningIds: string[];
      }, {
        ids: string[];
        count: number;
        deleted: boolean;
      }>;
      restore: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        learningId: string;
      }, LearningView>;
      search: FunctionReference<"query", "public", {
        category?: string;
        limit?: number;
        search: string;
        status?: "approved" | "archived" | "pending" | "rejected";
      } & {
        projectId: string;
      }, LearningView[]>;
      stats: FunctionReference<"query", "public", object & {
        projectId: string;
      }, {
        byStatus: {
          value: string;
          count: number;
        }[];
        byCategory: {
          value: string;
          count: number;
        }[];
      }>;
      update: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        trigger?: string | null;
        correctBehavior?: string | null;
        severity?: "critical" | "high" | "low" | "medium" | null;
        category?: string | null;
        applicableRoles?: string[] | null;
        learningId: string;
        description?: string;
      }, LearningView>;
      updateStatus: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        learningId: string;
        status: "approved" | "archived" | "pending" | "rejected";
      }, LearningView>;
      updateStatusOfMany: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        learningIds: string[];
        status: "approved" | "archived" | "pending" | "rejected";
      }, {
        ids: string[];
        count: number;
        status: "approved" | "archived" | "pending" | "rejected";
      }>;
    };
  };
  limits: {
    dashboard: {
      list: FunctionReference<"query", "public", object & {
        projectId: string;
      }, LimitView[]>;
    };
  };
  members: {
    dashboard: {
      invitations: FunctionReference<"query", "public", {
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: MemberView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      invite: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        email: string;
        role: "admin" | "member" | "owner";
      }, MemberView>;
      list: FunctionReference<"query", "public", {
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: MemberView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        targetUserId: string;
      },
      | Ids & {
        userId: string;
        deleted: boolean;
        endedKeys: number;
      }
      | {
        id: string;
        _id: string;
        userId: null;
        deleted: boolean;
        endedKeys: number;
      }>;
      updateRole: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        targetUserId: string;
        role: "admin" | "member" | "owner";
      }, MemberView>;
    };
  };
  merging: {
    dashboard: {
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: MergeRunView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      start: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        pullRequests: {
          prUrl: string;
          prNumber: number;
        }[];
        baseBranch?: string | null;
        config?: Record<string, unknown> | null;
      }, MergeRunView>;
    };
  };
  messages: {
    dashboard: {
      follow: FunctionReference<"query", "public", {
        after: number;
        id: string;
      } & {
        projectId: string;
      }, {
        status: "complete";
        message: MessageView;
      } | {
        status: "streaming";
        chunks: {
          number: number;
          text: string;
        }[];
      }>;
      list: FunctionReference<"query", "public", {
        order?: "newestFirst" | "oldestFirst";
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
        sandboxId: string;
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: MessageView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
    };
  };
  notifications: {
    dashboard: {
      countUnread: FunctionReference<"query", "public", object & {
        projectId: string;
      }, {
        count: number;
      }>;
      dismiss: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        notificationId: string;
      }, Ids & {
        deleted: boolean;
      }>;
      isUnseen: FunctionReference<"query", "public", {
        runId: string;
      } & {
        projectId: string;
      }, boolean>;
      list: FunctionReference<"query", "public", {
        filter?: "all" | "unread";
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: NotificationView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      markAll: FunctionReference<"mutation", "public", {
        projectId: string;
      }, {
        marked: number;
        unreadCount: number;
      }>;
      markRead: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        notificationId: string;
      }, NotificationView>;
      markSeen: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        runId: string;
      }, {
        marked: number;
      }>;
      mineUnseen: FunctionReference<"query", "public", {
        limit?: number;
      }, {
        runs: EndedRunView[];
        hasMore: boolean;
      }>;
      unseenRunIds: FunctionReference<"query", "public", {
        limit?: number;
      } & {
        projectId: string;
      }, string[]>;
    };
  };
  personas: {
    dashboard: {
      analytics: FunctionReference<"query", "public", {
        days?: number;
        id: string;
      } & {
        projectId: string;
      }, AnalyticsView>;
      create: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        description?: string | null;
        cliId?: string | null;
        model?: string | null;
        thinkingEffort?: string | null;
        instructions?: string | null;
        selectedSkills?: string[] | null;
        name: string;
        type: string;
        isEnabled?: boolean | null;
      }, PersonaView>;
      duplicate: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        personaId: string;
      }, PersonaView>;
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, PersonaView>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: PersonaView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        personaId: string;
      }, Ids & {
        deleted: boolean;
      }>;
      removeMany: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        personaIds: string[];
      }, {
        ids: string[];
        count: number;
        deleted: boolean;
      }>;
      toggle: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        personaId: string;
      }, PersonaView>;
      update: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        description?: string | null;
        cliId?: string | null;
        model?: string | null;
        thinkingEffort?: string | null;
        instructions?: string | null;
        selectedSkills?: string[] | null;
        personaId: string;
        name?: string;
        type?: string;
        isEnabled?: boolean;
        learningsEnabled?: boolean;
      }, PersonaView>;
      versions: FunctionReference<"query", "public", {
        id: string;
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: PersonaVersionDetail[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
    };
  };
  project: {
    dashboard: {
      counters: FunctionReference<"query", "public", object & {
        projectId: string;
      }, {
        activeRuns: number;
        activeSandboxes: number;
        pendingIssues: number;
        totalIssues: number;
        totalLearnings: number;
        totalMembers: number;
        totalRuns: number;
        totalSandboxes: number;
        totalWorkflows: number;
        unreadNotifications: number;
      }>;
      create: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        name: string;
        slug?: string;
        gitRepoUrl?: string;
      }, ProjectView>;
      get: FunctionReference<"query", "public", object & {
        projectId: string;
      }, OwnProjectView>;
      mine: FunctionReference<"query", "public", {
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
      }, {
        /** The page of results. */
        page: OwnProjectView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      }, Ids & {
        status: string;
        restorableUntil: string | null;
        deletedBy: {
          id: string;
          name: string;
          type: "key";
        } | {
          id: string;
          name: string;
          type: "user";
        } | {
          name: string;
          type: "system";
        };
      }>;
      update: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        name?: string;
        slug?: string;
        gitRepoUrl?: string | null;
      }, ProjectView>;
    };
  };
  providerKeys: {
    dashboard: {
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: ProviderKeyView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        provider: string;
      }, {
        provider: string;
        deleted: boolean;
      }>;
      set: FunctionReference<"action", "public", {
        projectId: string;
      } & {
        provider: string;
        key: string;
        origins?: string[] | null;
      }, ProviderKeyView>;
    };
  };
  recurringTasks: {
    dashboard: {
      create: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        priority?: number | null;
        conflictKey?: string | null;
        onConflict?: "cancelPrevious" | "queue" | "reject" | "skip" | null;
        frequency: "biweekly" | "cron" | "daily" | "every_other_day" | "monthly" | "weekly";
        timezone: string;
        scheduledHour?: number | null;
        scheduledMinute?: number | null;
        daysOfWeek?: number[] | null;
        cron?: string | null;
        jitterSeconds?: number | null;
        pauseAfterFailures?: number | null;
        title: string;
        description?: string | null;
        prompt: string;
        targetWorkflowId: string;
      }, RecurringTaskView>;
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, RecurringTaskView>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: RecurringTaskView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      preview: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        frequency: "biweekly" | "cron" | "daily" | "every_other_day" | "monthly" | "weekly";
        timezone: string;
        scheduledHour?: number | null;
        scheduledMinute?: number | null;
        daysOfWeek?: number[] | null;
        cron?: string | null;
      }, {
        nextRuns: string[];
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, Ids & {
        deleted: boolean;
      }>;
      run: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, StartedRunView>;
      toggle: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        isActive?: boolean | null;
      } & {
        id: string;
      }, RecurringTaskView>;
      update: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        priority?: number | null;
        conflictKey?: string | null;
        onConflict?: "cancelPrevious" | "queue" | "reject" | "skip" | null;
        jitterSeconds?: number | null;
        pauseAfterFailures?: number | null;
        title?: string;
        description?: string | null;
        prompt?: string;
        frequency?: "biweekly" | "cron" | "daily" | "every_other_day" | "monthly" | "weekly";
        targetWorkflowId?: string;
        timezone?: string;
        scheduledHour?: number;
        scheduledMinute?: number;
        daysOfWeek?: number[] | null;
        cron?: string | null;
      } & {
        id: string;
      }, RecurringTaskView>;
    };
  };
  repositories: {
    dashboard: {
      check: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        gitRepoUrl: string;
        branchName?: string | null;
      }, RepositoryCheckView>;
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, RepositoryCheckView>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: RepositoryCheckView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
    };
  };
  runEvents: {
    dashboard: {
      list: FunctionReference<"query", "public", {
        id: string;
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: EventView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
    };
  };
  runQuestions: {
    dashboard: {
      answer: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        questionId: string;
        answer: Record<string, unknown> | string;
      }, QuestionView>;
      dismiss: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        questionId: string;
      }, QuestionView>;
      list: FunctionReference<"query", "public", {
        runId?: string;
        status?: "answered" | "dismissed" | "expired" | "waiting";
      } & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: QuestionView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
    };
  };
  runSteps: {
    dashboard: {
      list: FunctionReference<"query", "public", {
        attempt?: number;
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
        runId: string;
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: StepView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
    };
  };
  runnerTokens: {
    dashboard: {
      generate: FunctionReference<"action", "public", {
        projectId: string;
      } & {
        name: string;
        kinds?: ("answeringSession.continue" | "issueSession.scan" | "learning.extract" | "merge.execute" | "pullRequest.look" | "repository.check" | "run.continue" | "run.execute" | "sandbox.devServer" | "sandbox.message" | "sprintChain.execute" | "workChain.execute")[] | null;
        expiresAt?: string | null;
      }, TokenView & {
        token: string;
      }>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: TokenView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      revoke: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        tokenId: string;
      }, TokenView>;
    };
  };
  runners: {
    dashboard: {
      connection: FunctionReference<"query", "public", object & {
        projectId: string;
      }, {
        /** Whether somebody asks for runs. It is noticed within two minutes that nobody does any more. */
        isConnected: boolean;
        /** Whether somebody checks repositories, which runners of earlier versions do not. */
        checksRepositories: boolean;
        /** The address that a runner is given. Null where the platform does not say it. */
        serviceUrl: string | null;
      }>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
      }, ({
        name: string | null;
        version: string | null;
        protocol: number | null;
        agents: ({
          name: string;
          kind: string;
          isolation: string;
          problem: string | null;
        })[] | null;
        places: {
          free: number;
          total: number;
          waiting: number;
        } | null;
        freeDiskMb: number | null;
        lastError: {
          text: string;
          at: string;
        } | null;
      } & {
        runnerId: string;
        /** Null for a holder of the shared secret. */
        tokenId: string | null;
        /** The kinds of jobs for which it has asked. Null: all kinds. */
        kinds: string[] | null;
        /** The time of its last claim, up to 20 seconds early, or of the last heartbeat for a job that it holds. */
        lastSeenAt: string;
        /** The jobs that it holds now. */
        jobIds: string[];
      })[]>;
    };
  };
  runs: {
    dashboard: {
      accept: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        runId: string;
        reason: string;
      }, RunView>;
      cancel: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        runId: string;
      }, RunView>;
      continueRun: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        runId: string;
        prompt?: string | null;
        feedbackIds?: string[] | null;
      }, RunView>;
      discard: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        runId: string;
      }, Ids & {
        deleted: boolean;
      }>;
      discardMany: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        runIds: string[];
      }, {
        ids: string[];
        count: number;
        deleted: boolean;
      }>;
      get: FunctionReference<"query", "public", {
        id: string;
      } & {
        projectId: string;
      }, RunDetailView>;
      getByNumber: FunctionReference<"query", "public", {
        runNumber: number;
      } & {
        projectId: string;
      }, RunDetailView>;
      labels: FunctionReference<"query", "public", object & {
        projectId: string;
      }, string[]>;
      list: FunctionReference<"query", "public", {
        createdAfter?: number;
        createdBefore?: number;
        label?: string;
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
        proof?: "accepted" | "failed" | "none" | "passed" | "waiting";
        sort?: "cost" | "newest";
        source?: "api" | "callback" | "dashboard" | "recurring_task" | "sprint_chain" | "work_chain";
        status?: "cancelled" | "completed" | "failed" | "paused" | "pending" | "running" | "scheduled";
        workflowId?: string;
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: RunSummaryView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      listByChain: FunctionReference<"query", "public", {
        chainId: string;
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: RunSummaryView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      listWaiting: FunctionReference<"query", "public", {
        label?: string;
        limit?: number;
        source?: "api" | "callback" | "dashboard" | "recurring_task" | "sprint_chain" | "work_chain";
        workflowId?: string;
      } & {
        projectId: string;
      }, RunSummaryView[]>;
      pause: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        runId: string;
      }, RunView>;
      proof: FunctionReference<"query", "public", {
        id: string;
      } & {
        projectId: string;
      }, {
        runId: string;
        status: "accepted" | "failed" | "none" | "passed" | "waiting";
        /** The commit that the newest results are about. Null when there are none, or they are about several. */
        commit: string | null;
        gates: GateResultView[];
        /** Newest first. */
        artifacts: ArtifactView[];
        acceptedBy: {
          id: string | null;
          name: string;
          type: "key" | "runner" | "system" | "user";
        } | null;
        acceptedReason: string | null;
      }>;
      purge: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        runId: string;
      }, Ids & {
        deleted: boolean;
      }>;
      rename: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        runId: string;
        name: string;
      }, RunView>;
      restart: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        runId: string;
        fromStep?: number | null;
        prompt?: string | null;
      }, RunView>;
      restore: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        runId: string;
      }, RunView>;
      resume: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        runId: string;
      }, RunView>;
      search: FunctionReference<"query", "public", {
        limit?: number;
        search: string;
        source?: "api" | "callback" | "dashboard" | "recurring_task" | "sprint_chain" | "work_chain";
        status?: "cancelled" | "completed" | "failed" | "paused" | "pending" | "running" | "scheduled";
        workflowId?: string;
      } & {
        projectId: string;
      }, RunSummaryView[]>;
      start: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        priority?: number | null;
        conflictKey?: string | null;
        onConflict?: "cancelPrevious" | "queue" | "reject" | "skip" | null;
        workflowId: string;
        prompt: string;
        name?: string | null;
        gitRepoUrl?: string | null;
        branchName?: string | null;
        maxIterations?: number | null;
        issueId?: string | null;
        scheduledFor?: number | null;
        timezone?: string | null;
        labels?: string[] | null;
        metadata?: Record<string, string> | null;
        startBy?: number | null;
      }, StartedRunView>;
      startMany: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        runs: ({
          priority?: number | null;
          conflictKey?: string | null;
          onConflict?: "cancelPrevious" | "queue" | "reject" | "skip" | null;
          workflowId: string;
          prompt: string;
          name?: string | null;
          gitRepoUrl?: string | null;
          branchName?: string | null;
          maxIterations?: number | null;
          issueId?: string | null;
          scheduledFor?: number | null;
          timezone?: string | null;
          labels?: string[] | null;
          metadata?: Record<string, string> | null;
          startBy?: number | null;
        })[];
      }, StartedRunView[]>;
      stopGracefully: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        runId: string;
      }, RunView>;
    };
  };
  sandboxes: {
    dashboard: {
      devServer: FunctionReference<"query", "public", {
        id: string;
      } & {
        projectId: string;
      }, DevServerView>;
      diff: FunctionReference<"query", "public", {
        id: string;
      } & {
        projectId: string;
      }, DiffView>;
      file: FunctionReference<"query", "public", {
        id: string;
        path: string;
      } & {
        projectId: string;
      }, FileView>;
      files: FunctionReference<"query", "public", {
        id: string;
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
        path?: string;
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: EntryView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, SandboxView>;
      list: FunctionReference<"query", "public", {
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
        runId?: string;
        status?: "failed" | "killed" | "provisioning" | "running" | "stopped";
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: SandboxView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, Ids & {
        deleted: boolean;
      }>;
      sendMessage: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        sandboxId: string;
        content: string;
      }, MessageView>;
      startDevServer: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, {
        id: string;
        _id: string;
        jobId: string;
      }>;
    };
  };
  scripts: {
    dashboard: {
      activate: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        version: number;
      } & {
        id: string;
      }, Activated>;
      create: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        name: string;
        description?: string | null;
        language: "python" | "shell";
        content?: string | null;
      }, AssetSummary>;
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, AssetDetail>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: AssetSummary[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      publish: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        content: string;
      } & {
        id: string;
      }, Published>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, Ids & {
        deleted: true;
      }>;
      update: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        name?: string;
        description?: string | null;
        language?: "python" | "shell";
      } & {
        id: string;
      }, AssetSummary>;
      versions: FunctionReference<"query", "public", {
        id: string;
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: (
        | VersionSummary & {
          publishedBy: string;
        } & {
          content: string;
        } & {
          isActive: boolean;
        }
        | VersionSummary & {
          publishedBy: string;
        } & {
          files: {
            name: string;
            content: string;
          }[];
        } & {
          isActive: boolean;
        })[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
    };
  };
  search: {
    dashboard: {
      find: FunctionReference<"query", "public", {
        search: string;
      } & {
        projectId: string;
      }, FoundThing[]>;
    };
  };
  sessionQuestions: {
    dashboard: {
      assume: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        assumption: string;
      } & {
        id: string;
      }, {
        answeringSessionId: string;
        question: string;
        assumption: string;
        correction: string | null;
        status: string;
        createdAt: string;
        reviewedAt: string | null;
        reviewedBy: string | null;
        id: string;
        _id: string;
      }>;
      list: FunctionReference<"query", "public", {
        answeringSessionId: string;
      } & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: ({
          answeringSessionId: string;
          question: string;
          assumption: string;
          correction: string | null;
          status: string;
          createdAt: string;
          reviewedAt: string | null;
          reviewedBy: string | null;
          id: string;
          _id: string;
        })[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      review: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        status: "approved" | "declined";
        correction?: string | null;
      } & {
        id: string;
      }, {
        answeringSessionId: string;
        question: string;
        assumption: string;
        correction: string | null;
        status: string;
        createdAt: string;
        reviewedAt: string | null;
        reviewedBy: string | null;
        id: string;
        _id: string;
      }>;
    };
  };
  settings: {
    dashboard: {
      get: FunctionReference<"query", "public", object & {
        projectId: string;
      }, SettingsView>;
      update: FunctionReference<"action", "public", {
        projectId: string;
      } & {
        sandboxSystemPrompt?: string | null;
        agentMd?: string | null;
        issueDiscoveryPrompt?: string | null;
        selectedSkills?: string[] | null;
        selectedCommands?: string[] | null;
        selectedScripts?: string[] | null;
        envVars?: Record<string, string> | null;
        deployEnvVars?: Record<string, string> | null;
        testUserCredentials?: Record<string, unknown> | null;
        backendDeployKey?: string | null;
        backendDevKey?: string | null;
        learningTemplateId?: string | null;
        learningModel?: string | null;
        mergingTemplateId?: string | null;
        mergingModel?: string | null;
        followUp?: {
          checks: boolean;
          reviews: boolean;
          conflicts: boolean;
          maxRounds: number;
          quietMs: number;
          trust: "listed" | "write";
          trusted: string[];
        } | null;
        maxConcurrentRuns?: number | null;
        retainRunsDays?: number | null;
        gitCommitName?: string | null;
        gitCommitEmail?: string | null;
      }, SettingsView>;
    };
  };
  skills: {
    dashboard: {
      activate: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        version: number;
      } & {
        id: string;
      }, Activated>;
      create: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        name: string;
        description?: string | null;
        files?: {
          name: string;
          content: string;
        }[] | null;
      }, AssetSummary>;
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, AssetDetail>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: AssetSummary[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      publish: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        files: {
          name: string;
          content: string;
        }[];
      } & {
        id: string;
      }, Published>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, Ids & {
        deleted: true;
      }>;
      update: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        name?: string;
        description?: string | null;
      } & {
        id: string;
      }, AssetSummary>;
      versions: FunctionReference<"query", "public", {
        id: string;
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: (
        | VersionSummary & {
          publishedBy: string;
        } & {
          content: string;
        } & {
          isActive: boolean;
        }
        | VersionSummary & {
          publishedBy: string;
        } & {
          files: {
            name: string;
            content: string;
          }[];
        } & {
          isActive: boolean;
        })[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
    };
  };
  sprintChains: {
    dashboard: {
      create: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        workflowId: string;
        sprintRange: [number, number];
        prompt: string;
        gitRepoUrl: string;
        branchName?: string | null;
        resumeFromSprint?: number | null;
      }, Ids & {
        status: "cancelled" | "completed" | "failed" | "pending" | "running";
      }>;
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, SprintChainView & {
        sprints: SprintView[];
      }>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: SprintChainView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, Ids & {
        status: "cancelled" | "completed" | "failed" | "pending" | "running";
        cancelRequested: boolean;
      }>;
    };
  };
  trash: {
    dashboard: {
      list: FunctionReference<"query", "public", {
        type?: "answeringSession" | "context" | "issueSession" | "learning" | "run" | "sandbox" | "workflow";
      } & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: TrashItemView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      purge: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        entityType: "answeringSession" | "context" | "issueSession" | "learning" | "run" | "sandbox" | "workflow";
        entityId: string;
      }, {
        id: string;
        _id: string;
        entityType: "answeringSession" | "context" | "issueSession" | "learning" | "run" | "sandbox" | "workflow";
        entityId: string;
        deleted: boolean;
      }>;
      restore: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        entityType: "answeringSession" | "context" | "issueSession" | "learning" | "run" | "sandbox" | "workflow";
        entityId: string;
      }, {
        id: string;
        _id: string;
        entityType: "answeringSession" | "context" | "issueSession" | "learning" | "run" | "sandbox" | "workflow";
        entityId: string;
        restored: boolean;
      }>;
    };
  };
  usage: {
    dashboard: {
      list: FunctionReference<"query", "public", {
        endDate?: string;
        paginationOpts: {
          id?: number;
          endCursor?: string | null;
          maximumRowsRead?: number;
          maximumBytesRead?: number;
          numItems: number;
          cursor: string | null;
        };
        service?: string;
        startDate?: string;
      } & {
        projectId: string;
      }, {
        /** The page of results. */
        page: UsageView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      sums: FunctionReference<"query", "public", {
        endDate?: string;
        groupBy: "model" | "persona" | "run" | "workflow";
        startDate?: string;
      } & {
        projectId: string;
      }, UsageSums>;
    };
  };
  users: {
    dashboard: {
      signIn: FunctionReference<"mutation", "public", Record<string, never>, UserView>;
    };
  };
  waitingRuns: {
    dashboard: {
      list: FunctionReference<"query", "public", {
        limit: number;
      } & {
        projectId: string;
      }, QueuePage>;
    };
  };
  webhooks: {
    dashboard: {
      create: FunctionReference<"action", "public", {
        projectId: string;
      } & {
        url: string;
        events?: string[] | null;
        description?: string | null;
        isEnabled?: boolean | null;
      }, WebhookView & {
        secret: string;
      }>;
      deliveries: FunctionReference<"query", "public", {
        id: string;
        status?: "failed" | "pending" | "succeeded";
      } & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: DeliveryView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, WebhookView>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: WebhookView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, Ids & {
        deleted: boolean;
      }>;
      replay: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        from: number | string;
        to: number | string;
      } & {
        id: string;
      }, {
        count: number;
      }>;
      retry: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        deliveryId: string;
        id: string;
      }, DeliveryView>;
      rotateSecret: FunctionReference<"action", "public", {
        projectId: string;
      } & {
        graceSeconds?: number | null;
        id: string;
      }, WebhookView & {
        secret: string;
      }>;
      test: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, {
        deliveryId: string;
      }>;
      update: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        url?: string;
        events?: string[];
        description?: string | null;
        isEnabled?: boolean;
      } & {
        id: string;
      }, WebhookView>;
    };
  };
  workChains: {
    dashboard: {
      create: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        title: string;
        description?: string | null;
        issueIds: string[];
        workflowId: string;
        gitRepoUrl?: string | null;
        branchName?: string | null;
      }, WorkChainView>;
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, WorkChainView>;
      issues: FunctionReference<"query", "public", {
        id: string;
      } & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: IssueView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: WorkChainView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        chainId: string;
      }, Ids & {
        deleted: boolean;
      }>;
      start: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        chainId: string;
      }, Ids & {
        status: "cancelled" | "completed" | "failed" | "pending" | "running";
      }>;
    };
  };
  workflows: {
    dashboard: {
      create: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        priority?: number | null;
        conflictKey?: string | null;
        onConflict?: "cancelPrevious" | "queue" | "reject" | "skip" | null;
        concurrencyLimit?: number | null;
        name: string;
        steps: ({
          role: "answerer" | "checker" | "designer" | "evaluator" | "judge" | "researcher";
          name: string;
          personaId?: string | null;
          instructions?: string | null;
          commandNames?: string[] | null;
          timeoutMs?: number | null;
          maxRetries?: number | null;
          outputSchema?: unknown;
          gate?: {
            kind: "command";
            command: string[];
            timeoutMs?: number | null;
            report?: {
              format: "junit" | "tap";
              path: string;
            } | null;
            onFail?: "ask" | "fail" | "repeat" | null;
          } | {
            kind: "judge";
            passAt?: number | null;
            rubric?: string | null;
            onFail?: "ask" | "fail" | "repeat" | null;
          } | null;
          artifacts?: string[] | null;
        })[];
        description?: string | null;
        defaultBranch?: string | null;
        isEnabled?: boolean | null;
        followUp?: {
          checks: boolean;
          reviews: boolean;
          conflicts: boolean;
          maxRounds: number;
          quietMs: number;
          trust: "listed" | "write";
          trusted: string[];
        } | null;
      }, WorkflowView>;
      get: FunctionReference<"query", "public", {
        id: string;
        projectId: string;
      }, WorkflowView>;
      list: FunctionReference<"query", "public", object & {
        projectId: string;
        paginationOpts: PaginationOptions;
      }, {
        /** The page of results. */
        page: WorkflowView[];
        /** Have we reached the end of the results? */
        isDone: boolean;
        /** A Cursor to continue loading more results. */
        continueCursor: string;
        /** A Cursor to split the page into two, so the page from (cursor, continueCursor] can be replaced by two pages (cursor, splitCursor] and (splitCursor, continueCursor]. */
        splitCursor?: string | null;
        /** When a query reads too much data, it may return 'SplitRecommended' to indicate that the page should be split into two with `splitCursor`. When a query reads so much data that `page` might be incomplete, its status becomes 'SplitRequired'. */
        pageStatus?: "SplitRecommended" | "SplitRequired" | null;
      }>;
      remove: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        id: string;
      }, Ids & {
        deleted: boolean;
      }>;
      update: FunctionReference<"mutation", "public", {
        projectId: string;
      } & {
        priority?: number | null;
        conflictKey?: string | null;
        onConflict?: "cancelPrevious" | "queue" | "reject" | "skip" | null;
        concurrencyLimit?: number | null;
        name?: string;
        steps?: ({
          role: "answerer" | "checker" | "designer" | "evaluator" | "judge" | "researcher";
          name: string;
          personaId?: string | null;
          instructions?: string | null;
          commandNames?: string[] | null;
          timeoutMs?: number | null;
          maxRetries?: number | null;
          outputSchema?: unknown;
          gate?: {
            kind: "command";
            command: string[];
            timeoutMs?: number | null;
            report?: {
              format: "junit" | "tap";
              path: string;
            } | null;
            onFail?: "ask" | "fail" | "repeat" | null;
          } | {
            kind: "judge";
            passAt?: number | null;
            rubric?: string | null;
            onFail?: "ask" | "fail" | "repeat" | null;
          } | null;
          artifacts?: string[] | null;
        })[];
        description?: string | null;
        defaultBranch?: string | null;
        isEnabled?: boolean;
        followUp?: {
          checks: boolean;
          reviews: boolean;
          conflicts: boolean;
          maxRounds: number;
          quietMs: number;
          trust: "listed" | "write";
          trusted: string[];
        } | null;
      } & {
        id: string;
      }, WorkflowView>;
    };
  };
}
