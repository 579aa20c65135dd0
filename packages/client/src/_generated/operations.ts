// Written by `npm run codegen` from the OpenAPI document of the service; do not edit.

export type Activated = {
  activeVersion: number;
  activatedAt: string;
};

export type AnalyticsView = {
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
};

export type AnsweringSessionView = {
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
};

export type AnsweringSessionViewPage = {
  data: AnsweringSessionView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type AnsweringSessionsCreateRequest = {
  issueSessionId: string;
};

export type AnsweringSessionsStatusRequest = {
  status: "pending" | "active" | "reviewed" | "completed" | "archived";
};

export type ArtifactView = {
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
};

export type ArtifactViewPage = {
  data: ArtifactView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type AssetDetail = {
  activeVersion: {
    version: number;
    publishedAt: string;
    id: string;
    _id: string;
    publishedBy: string;
    content: string;
  } | {
    version: number;
    publishedAt: string;
    id: string;
    _id: string;
    publishedBy: string;
    files: {
      name: string;
      content: string;
    }[];
  } | null;
  /** The numbers of the versions, oldest first. */
  versions: number[];
  id: string;
  _id: string;
  name: string;
  description: string | null;
  language?: "python" | "shell";
  createdAt: string;
  updatedAt: string;
};

export type AssetSummary = {
  activeVersion: VersionSummary | null;
  id: string;
  _id: string;
  name: string;
  description: string | null;
  language?: "python" | "shell";
  createdAt: string;
  updatedAt: string;
};

export type AssetSummaryPage = {
  data: AssetSummary[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type AuditEntryView = {
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
  changes: FieldChanges;
  outcome: "refused" | "success";
  id: string;
  _id: string;
};

export type AuditEntryViewPage = {
  data: AuditEntryView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type AuditSubject = {
  type: string;
  id: string;
};

export type BudgetView = {
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
};

export type BudgetViewPage = {
  data: BudgetView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type BudgetsCreateRequest = {
  name: string;
  scope: {
    type: "project" | "workflow" | "recurringTask" | "sprintChain" | "workChain" | "run";
    id?: string | null | undefined;
  };
  limitUsd: number;
  period: "day" | "week" | "month" | "total";
  timezone?: string | null | undefined;
  warnAt?: number[] | null | undefined;
  action?: "notify" | "pause" | "cancel" | null | undefined;
};

export type BudgetsUpdateRequest = {
  name?: string | undefined;
  scope?: {
    type: "project" | "workflow" | "recurringTask" | "sprintChain" | "workChain" | "run";
    id?: string | null | undefined;
  } | undefined;
  limitUsd?: number | undefined;
  period?: "day" | "week" | "month" | "total" | undefined;
  timezone?: string | undefined;
  warnAt?: number[] | undefined;
  action?: "notify" | "pause" | "cancel" | undefined;
};

export type BulkActionView = {
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
};

export type CiChecksView = {
  status: string;
  checkedAt: number;
  checks: {
    name: string;
    status: string;
    url: string | null;
  }[];
};

export type CommandsCreateRequest = {
  name: string;
  description?: string | null | undefined;
  content?: string | null | undefined;
};

export type CommandsPublishRequest = {
  content: string;
};

export type CommandsUpdateRequest = {
  name?: string | undefined;
  description?: string | null | undefined;
};

export type ContextsCreateRequest = {
  name: string;
  description?: string | null | undefined;
  content?: string | null | undefined;
};

export type ContextsUpdateRequest = {
  name?: string | undefined;
  description?: string | null | undefined;
  content?: string | undefined;
};

export type Counters = {
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
};

export type DayView = {
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
};

export type DayViewPage = {
  data: DayView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type DeliveryView = {
  webhookId: string;
  /** The id of the message, which is that of the event. A test has that of its delivery. */
  eventId: string;
  eventType: string;
  status: "failed" | "pending" | "succeeded";
  createdAt: string;
  /** Null when it is not tried any more. A webhook that is disabled waits until it is enabled. */
  nextAttemptAt: string | null;
  attempts: {
    at: string;
    statusCode: number | null;
    durationMs: number;
    error: string | null;
  }[];
  id: string;
  _id: string;
};

export type DeliveryViewPage = {
  data: DeliveryView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type DevServerView = {
  sandboxId: string;
  url: string | null;
  status: string;
  reportedAt: string;
};

export type DiffView = {
  sandboxId: string;
  diff: string;
  reportedAt: string;
};

export type EntryView = {
  path: string;
  name: string;
  type: "file" | "folder";
  /** The size in bytes, if the runner reported it. */
  size: number | null;
};

export type EntryViewPage = {
  data: EntryView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type EventView = {
  seq: number;
  type: string;
  /** The time in epoch milliseconds. */
  at: number;
  data: Record<string, unknown>;
  id: string;
  _id: string;
};

export type EventViewPage = {
  data: EventView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type FeedEventView = {
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
};

export type FeedEventViewPage = {
  data: FeedEventView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type FeedbackView = {
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
};

export type FeedbackViewPage = {
  data: FeedbackView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type FieldChange = {
  from: unknown;
  to: unknown;
};

export type FieldChanges = Record<string, FieldChange>;

export type FileView = {
  path: string;
  name: string;
  size: number | null;
  /** Null when the runner reported the file without its content. */
  content: string | null;
  reportedAt: string;
};

export type GateResultView = {
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
  } | null;
  qualityScores: Record<string, number> | null;
  feedback: string | null;
  /** Both count from 0. */
  iteration: number | null;
  round: number | null;
  at: number | null;
};

export type HookView = {
  kind: "github" | "gitlab";
  /** Where the code host sends its messages. */
  url: string;
  createdAt: string;
  id: string;
  _id: string;
};

export type HookViewPage = {
  data: HookView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type InboxDismissRequest = {
  id: string;
};

export type InboxItemView = {
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
};

export type InboxItemViewPage = {
  data: InboxItemView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type IssueSessionsBulkDeleteRequest = {
  sessionIds: string[];
};

export type IssueSessionsDeleteRequest = {
  sessionId: string;
};

export type IssueSessionsPermanentDeleteRequest = {
  sessionId: string;
};

export type IssueSessionsRenameRequest = {
  sessionId: string;
  name: string;
};

export type IssueSessionsRestoreRequest = {
  sessionId: string;
};

export type IssueSessionsStartRequest = {
  prompt: string;
  templateId?: string | null | undefined;
  memoryMb?: number | null | undefined;
  cpuCount?: number | null | undefined;
  timeoutMs?: number | null | undefined;
};

export type IssueView = {
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
};

export type IssueViewPage = {
  data: IssueView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type IssuesBulkDeleteRequest = {
  issueIds: string[];
};

export type IssuesCreateRequest = {
  title: string;
  priority?: "low" | "medium" | "high" | "critical" | null | undefined;
  description?: string | null | undefined;
  suggestedPrompt?: string | null | undefined;
  sessionId?: string | null | undefined;
};

export type IssuesDeleteRequest = {
  issueId: string;
};

export type IssuesLinkRunRequest = {
  issueId: string;
  runId: string;
};

export type IssuesUpdateRequest = {
  issueId: string;
  title?: string | undefined;
  status?: "open" | "in_progress" | "resolved" | "closed" | undefined;
  priority?: "low" | "medium" | "high" | "critical" | null | undefined;
  description?: string | null | undefined;
  suggestedPrompt?: string | null | undefined;
};

export type JobsRedriveRequest = {
  jobId: string;
};

export type KeyView = {
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
};

export type KeyViewPage = {
  data: KeyView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type LearningVersionsActivateRequest = {
  versionId: string;
};

export type LearningVersionsCompileRequest = {
  roleType: string;
  learningIds: string[];
};

export type LearningVersionsDeactivateRequest = {
  versionId: string;
};

export type LearningView = {
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
};

export type LearningViewPage = {
  data: LearningView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type LearningsBulkDeleteRequest = {
  learningIds: string[];
};

export type LearningsBulkUpdateStatusRequest = {
  learningIds: string[];
  status: "pending" | "approved" | "rejected" | "archived";
};

export type LearningsCreateRequest = {
  description: string;
  trigger?: string | null | undefined;
  correctBehavior?: string | null | undefined;
  severity?: "low" | "medium" | "high" | "critical" | null | undefined;
  category?: string | null | undefined;
  applicableRoles?: string[] | null | undefined;
};

export type LearningsDeleteRequest = {
  learningId: string;
};

export type LearningsPermanentDeleteRequest = {
  learningId: string;
};

export type LearningsRestoreRequest = {
  learningId: string;
};

export type LearningsUpdateContentRequest = {
  learningId: string;
  description?: string | undefined;
  trigger?: string | null | undefined;
  correctBehavior?: string | null | undefined;
  severity?: "low" | "medium" | "high" | "critical" | null | undefined;
  category?: string | null | undefined;
  applicableRoles?: string[] | null | undefined;
};

export type LearningsUpdateStatusRequest = {
  learningId: string;
  status: "pending" | "approved" | "rejected" | "archived";
};

export type LimitView = {
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
};

export type MemberView = {
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
};

export type MemberViewPage = {
  data: MemberView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type MergeRunView = {
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
};

export type MergeRunViewPage = {
  data: MergeRunView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type MergingStartRequest = {
  pullRequests: {
    prUrl: string;
    prNumber: number;
  }[];
  baseBranch?: string | null | undefined;
  config?: Record<string, unknown> | null | undefined;
};

export type MessageView = {
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
};

export type MessageViewPage = {
  data: MessageView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type NotificationView = {
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
};

export type NotificationViewPage = {
  data: NotificationView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type NotificationsDismissRequest = {
  notificationId: string;
};

export type NotificationsMarkReadRequest = {
  notificationId: string;
};

export type OpenJobView = {
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
};

export type OpenJobViewPage = {
  data: OpenJobView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type OutcomeView = {
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
};

export type PersonaVersionView = {
  version: number;
  name: string;
  cliId: string | null;
  model: string | null;
  thinkingEffort: string | null;
  id: string;
  _id: string;
};

export type PersonaView = {
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
};

export type PersonaViewPage = {
  data: PersonaView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type PersonasBulkDeleteRequest = {
  personaIds: string[];
};

export type PersonasCreateRequest = {
  name: string;
  type: string;
  description?: string | null | undefined;
  cliId?: string | null | undefined;
  model?: string | null | undefined;
  thinkingEffort?: string | null | undefined;
  instructions?: string | null | undefined;
  selectedSkills?: string[] | null | undefined;
  isEnabled?: boolean | null | undefined;
};

export type PersonasDeleteRequest = {
  personaId: string;
};

export type PersonasDuplicateRequest = {
  personaId: string;
};

export type PersonasToggleRequest = {
  personaId: string;
};

export type PersonasUpdateRequest = {
  personaId: string;
  name?: string | undefined;
  type?: string | undefined;
  description?: string | null | undefined;
  cliId?: string | null | undefined;
  model?: string | null | undefined;
  thinkingEffort?: string | null | undefined;
  instructions?: string | null | undefined;
  selectedSkills?: string[] | null | undefined;
  isEnabled?: boolean | undefined;
  learningsEnabled?: boolean | undefined;
};

export type ProjectApiKeysGenerateRequest = {
  name: string;
  scopes?: string[] | null | undefined;
  preset?: "read-only" | "operator" | "trigger-only" | "full" | null | undefined;
  workflowIds?: string[] | null | undefined;
  expiresAt?: string | null | undefined;
};

export type ProjectApiKeysRevokeRequest = {
  keyId: string;
};

export type ProjectApiKeysRotateRequest = {
  keyId: string;
  graceSeconds?: number | null | undefined;
};

export type ProjectHooksRequest = {
  kind: "github" | "gitlab";
};

export type ProjectMembersInviteRequest = {
  email: string;
  role: "owner" | "admin" | "member";
};

export type ProjectMembersRemoveRequest = {
  targetUserId: string;
};

export type ProjectMembersUpdateRoleRequest = {
  targetUserId: string;
  role: "owner" | "admin" | "member";
};

export type ProjectProviderKeysRemoveRequest = {
  provider: string;
};

export type ProjectProviderKeysSetRequest = {
  provider: string;
  key: string;
  origins?: string[] | null | undefined;
};

export type ProjectRunnerTokensGenerateRequest = {
  name: string;
  kinds?: ("run.execute" | "run.continue" | "sprintChain.execute" | "workChain.execute" | "issueSession.scan" | "answeringSession.continue" | "merge.execute" | "learning.extract" | "sandbox.message" | "sandbox.devServer" | "pullRequest.look" | "repository.check")[] | null | undefined;
  expiresAt?: string | null | undefined;
};

export type ProjectRunnerTokensRevokeRequest = {
  tokenId: string;
};

export type ProjectSettingsUpdateRequest = {
  sandboxSystemPrompt?: string | null | undefined;
  agentMd?: string | null | undefined;
  issueDiscoveryPrompt?: string | null | undefined;
  selectedSkills?: string[] | null | undefined;
  selectedCommands?: string[] | null | undefined;
  selectedScripts?: string[] | null | undefined;
  envVars?: Record<string, string> | null | undefined;
  deployEnvVars?: Record<string, string> | null | undefined;
  testUserCredentials?: Record<string, unknown> | null | undefined;
  backendDeployKey?: string | null | undefined;
  backendDevKey?: string | null | undefined;
  learningTemplateId?: string | null | undefined;
  learningModel?: string | null | undefined;
  mergingTemplateId?: string | null | undefined;
  mergingModel?: string | null | undefined;
  followUp?: {
    checks: boolean;
    reviews: boolean;
    conflicts: boolean;
    maxRounds: number;
    quietMs: number;
    trust: "write" | "listed";
    trusted: string[];
  } | null | undefined;
  maxConcurrentRuns?: number | null | undefined;
  retainRunsDays?: number | null | undefined;
  gitCommitName?: string | null | undefined;
  gitCommitEmail?: string | null | undefined;
};

export type ProjectUpdateRequest = {
  name?: string | undefined;
  slug?: string | undefined;
  gitRepoUrl?: string | null | undefined;
};

export type ProjectView = {
  name: string;
  slug: string;
  /** Without the token or password that the address may hold. */
  gitRepoUrl: string | null;
  /** Whole epoch milliseconds: the database's own creation time has a fraction. */
  _creationTime: number;
  id: string;
  _id: string;
};

export type ProofView = {
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
};

export type ProviderKeyView = {
  provider: string;
  /** False for a provider that no part of the service asks for, which is often a typing error. */
  known: boolean;
  lastFour: string;
  updatedAt: string;
  /** Where the key of a code host may go: nowhere when the list is empty. Null for other providers. */
  origins: string[] | null;
};

export type ProviderKeyViewPage = {
  data: ProviderKeyView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type Published = {
  version: number;
  publishedAt: string;
};

export type PullRequestView = {
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
};

export type QuestionView = {
  runId: string;
  attempt: number;
  stepId: string | null;
  key: string;
  title: string;
  text: string | null;
  options: string[] | null;
  schema: boolean | Record<string, unknown> | null;
  default: Record<string, unknown> | string | null;
  deadline: string | null;
  createdAt: string;
  closedAt: string | null;
  closedBy: string | null;
  id: string;
  _id: string;
  status: "answered" | "dismissed" | "expired" | "waiting";
  answer: Record<string, unknown> | string | null;
};

export type QuestionViewPage = {
  data: QuestionView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type QueuePage = {
  counts: WaitCounts;
  data: WaitingRunView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type Rate = {
  value: number;
  low: number;
  high: number;
};

export type RecurringTaskView = {
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
};

export type RecurringTaskViewPage = {
  data: RecurringTaskView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type RecurringTasksCreateRequest = {
  title: string;
  description?: string | null | undefined;
  prompt: string;
  targetWorkflowId: string;
  frequency: "daily" | "every_other_day" | "weekly" | "biweekly" | "monthly" | "cron";
  timezone: string;
  scheduledHour?: number | null | undefined;
  scheduledMinute?: number | null | undefined;
  daysOfWeek?: number[] | null | undefined;
  cron?: string | null | undefined;
  jitterSeconds?: number | null | undefined;
  pauseAfterFailures?: number | null | undefined;
  priority?: number | null | undefined;
  conflictKey?: string | null | undefined;
  onConflict?: "queue" | "reject" | "skip" | "cancelPrevious" | null | undefined;
};

export type RecurringTasksPreviewRequest = {
  frequency: "daily" | "every_other_day" | "weekly" | "biweekly" | "monthly" | "cron";
  timezone: string;
  scheduledHour?: number | null | undefined;
  scheduledMinute?: number | null | undefined;
  daysOfWeek?: number[] | null | undefined;
  cron?: string | null | undefined;
};

export type RecurringTasksToggleRequest = {
  isActive?: boolean | null | undefined;
};

export type RecurringTasksUpdateRequest = {
  title?: string | undefined;
  description?: string | null | undefined;
  prompt?: string | undefined;
  frequency?: "daily" | "every_other_day" | "weekly" | "biweekly" | "monthly" | "cron" | undefined;
  targetWorkflowId?: string | undefined;
  timezone?: string | undefined;
  scheduledHour?: number | undefined;
  scheduledMinute?: number | undefined;
  daysOfWeek?: number[] | null | undefined;
  cron?: string | null | undefined;
  jitterSeconds?: number | null | undefined;
  pauseAfterFailures?: number | null | undefined;
  priority?: number | null | undefined;
  conflictKey?: string | null | undefined;
  onConflict?: "queue" | "reject" | "skip" | "cancelPrevious" | null | undefined;
};

export type RepositoriesCheckRequest = {
  gitRepoUrl: string;
  branchName?: string | null | undefined;
};

export type RepositoryCheckView = {
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
};

export type RepositoryCheckViewPage = {
  data: RepositoryCheckView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type RunDetailView = {
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
  workflow: {
    id: string;
    _id: string;
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
  } | {
    reason: "budget" | "concurrency" | "conflict";
    since: number;
    position?: number;
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
  steps: RunStepsStepView[];
  hasMoreSteps: boolean;
  /** Null where the operator has not said where the dashboard is. */
  dashboardUrl: string | null;
};

export type RunStepsProofView = {
  commit: string;
  exitCode: number | null;
  durationMs: number | null;
  /** The end of what the command has written. */
  output: string | null;
};

export type RunStepsStepView = {
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
  } | null;
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
  proof: RunStepsProofView | null;
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
  id: string;
  _id: string;
};

export type RunSummaryView = {
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
  workflow: {
    id: string;
    _id: string;
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
  } | {
    reason: "budget" | "concurrency" | "conflict";
    since: number;
    position?: number;
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
};

export type RunSummaryViewPage = {
  data: RunSummaryView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type RunView = {
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
  workflow: {
    id: string;
    _id: string;
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
  } | {
    reason: "budget" | "concurrency" | "conflict";
    since: number;
    position?: number;
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
};

export type RunnerView = {
  name: string | null;
  version: string | null;
  protocol: number | null;
  agents: {
    name: string;
    kind: string;
    isolation: string;
    problem: string | null;
  }[] | null;
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
  runnerId: string;
  /** Null for a holder of the shared secret. */
  tokenId: string | null;
  /** The kinds of jobs for which it has asked. Null: all kinds. */
  kinds: string[] | null;
  /** The time of its last claim, up to 20 seconds early, or of the last heartbeat for a job that it holds. */
  lastSeenAt: string;
  /** The jobs that it holds now. */
  jobIds: string[];
};

export type RunnerViewPage = {
  data: RunnerView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type RunsAcceptRequest = {
  runId: string;
  reason: string;
};

export type RunsBulkDeleteRequest = {
  runIds: string[];
};

export type RunsBulkRequest = {
  action: "cancel" | "restart" | "delete" | "pause" | "resume";
  filter: {
    status?: "pending" | "scheduled" | "running" | "paused" | "completed" | "failed" | "cancelled" | ("pending" | "scheduled" | "running" | "paused" | "completed" | "failed" | "cancelled")[] | null | undefined;
    workflowId?: string | null | undefined;
    source?: "api" | "dashboard" | "recurring_task" | "sprint_chain" | "work_chain" | "callback" | null | undefined;
    label?: string | null | undefined;
    createdAfter?: number | string | null | undefined;
    createdBefore?: number | string | null | undefined;
    runIds?: string[] | null | undefined;
  };
};

export type RunsCancelRequest = {
  runId: string;
};

export type RunsContinueRequest = {
  runId: string;
  prompt?: string | null | undefined;
  feedbackIds?: string[] | null | undefined;
};

export type RunsDeleteRequest = {
  runId: string;
};

export type RunsFeedbackAddRequest = {
  runId: string;
  text: string;
  path?: string | null | undefined;
  line?: number | null | undefined;
};

export type RunsFeedbackIgnoreRequest = {
  feedbackIds: string[];
};

export type RunsFeedbackReopenRequest = {
  feedbackIds: string[];
};

export type RunsPauseRequest = {
  runId: string;
};

export type RunsPermanentDeleteRequest = {
  runId: string;
};

export type RunsQuestionsAnswerRequest = {
  questionId: string;
  answer: string | Record<string, unknown>;
};

export type RunsQuestionsDismissRequest = {
  questionId: string;
};

export type RunsRenameRequest = {
  runId: string;
  name: string;
};

export type RunsRequestGracefulStopRequest = {
  runId: string;
};

export type RunsRestartRequest = {
  runId: string;
  fromStep?: number | null | undefined;
  prompt?: string | null | undefined;
};

export type RunsRestoreRequest = {
  runId: string;
};

export type RunsResumeRequest = {
  runId: string;
};

export type RunsStartManyRequest = {
  runs: {
    workflowId: string;
    prompt: string;
    name?: string | null | undefined;
    gitRepoUrl?: string | null | undefined;
    branchName?: string | null | undefined;
    maxIterations?: number | null | undefined;
    issueId?: string | null | undefined;
    scheduledFor?: number | null | undefined;
    timezone?: string | null | undefined;
    labels?: string[] | null | undefined;
    metadata?: Record<string, string> | null | undefined;
    priority?: number | null | undefined;
    conflictKey?: string | null | undefined;
    onConflict?: "queue" | "reject" | "skip" | "cancelPrevious" | null | undefined;
    startBy?: number | null | undefined;
  }[];
};

export type RunsStartRequest = {
  workflowId: string;
  prompt: string;
  name?: string | null | undefined;
  gitRepoUrl?: string | null | undefined;
  branchName?: string | null | undefined;
  maxIterations?: number | null | undefined;
  issueId?: string | null | undefined;
  scheduledFor?: number | null | undefined;
  timezone?: string | null | undefined;
  labels?: string[] | null | undefined;
  metadata?: Record<string, string> | null | undefined;
  priority?: number | null | undefined;
  conflictKey?: string | null | undefined;
  onConflict?: "queue" | "reject" | "skip" | "cancelPrevious" | null | undefined;
  startBy?: number | null | undefined;
};

export type SandboxSummaryView = {
  runtimeSandboxId: string;
  status: string;
  /** The folder on the machine of the runner in which the agent works. */
  folder: string | null;
  id: string;
  _id: string;
};

export type SandboxView = {
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
};

export type SandboxViewPage = {
  data: SandboxView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type SandboxesDeleteRequest = {
  id: string;
};

export type SandboxesDevServerStartRequest = {
  id: string;
};

export type SandboxesSendMessageRequest = {
  sandboxId: string;
  content: string;
};

export type ScopeView = {
  type: "project" | "recurringTask" | "run" | "sprintChain" | "workChain" | "workflow";
  /** Null for the whole project. */
  id: string | null;
};

export type ScriptsCreateRequest = {
  name: string;
  description?: string | null | undefined;
  language: "shell" | "python";
  content?: string | null | undefined;
};

export type ScriptsPublishRequest = {
  content: string;
};

export type ScriptsUpdateRequest = {
  name?: string | undefined;
  description?: string | null | undefined;
  language?: "shell" | "python" | undefined;
};

export type SessionDetail = {
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
};

export type SessionQuestionsAssumptionRequest = {
  assumption: string;
};

export type SessionQuestionsQuestionView = {
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
};

export type SessionQuestionsQuestionViewPage = {
  data: SessionQuestionsQuestionView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type SessionQuestionsReviewRequest = {
  status: "approved" | "declined";
  correction?: string | null | undefined;
};

export type SessionStepView = {
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
};

export type SessionView = {
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
};

export type SessionViewPage = {
  data: SessionView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type SettingsView = {
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
};

export type SkillsCreateRequest = {
  name: string;
  description?: string | null | undefined;
  files?: {
    name: string;
    content: string;
  }[] | null | undefined;
};

export type SkillsPublishRequest = {
  files: {
    name: string;
    content: string;
  }[];
};

export type SkillsUpdateRequest = {
  name?: string | undefined;
  description?: string | null | undefined;
};

export type SprintChainDetailView = {
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
  sprints: SprintView[];
};

export type SprintChainView = {
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
};

export type SprintChainViewPage = {
  data: SprintChainView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type SprintChainsCreateRequest = {
  workflowId: string;
  sprintRange: [number, number];
  prompt: string;
  gitRepoUrl: string;
  branchName?: string | null | undefined;
  resumeFromSprint?: number | null | undefined;
};

export type SprintView = {
  sprint: number;
  index: number;
  runId: string | null;
  /** The status of the sprint's run. Without a run: `pending` if there can still be one, otherwise `skipped`. */
  status: string;
  prUrl: string | null;
};

export type StartedRunView = {
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
  workflow: {
    id: string;
    _id: string;
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
  } | {
    reason: "budget" | "concurrency" | "conflict";
    since: number;
    position?: number;
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
};

export type StatsView = {
  total: number;
  byStatus: {
    approved: number;
    archived: number;
    pending: number;
    rejected: number;
  };
  byCategory: Record<string, number>;
};

export type StepView = {
  role: string;
  name: string;
  personaId: string | null;
  instructions: string | null;
  commandNames: string[];
  timeoutMs: number | null;
  maxRetries: number;
  outputSchema: boolean | Record<string, unknown> | null;
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
};

export type TokenView = {
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
};

export type TokenViewPage = {
  data: TokenView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type TrashItemView = {
  entityType: string;
  entityId: string;
  name: string;
  deletedAt: string;
  deletedBy: string | null;
  id: string;
  _id: string;
};

export type TrashItemViewPage = {
  data: TrashItemView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type TrashPermanentDeleteRequest = {
  entityType: "run" | "sandbox" | "workflow" | "learning" | "issueSession" | "answeringSession" | "context";
  entityId: string;
};

export type TrashRestoreAliasRequest = {
  entityType: "run" | "sandbox" | "workflow" | "learning" | "issueSession" | "answeringSession" | "context";
  entityId: string;
};

export type UsageSumPage = {
  /** Null when all usage is counted. Otherwise usage up to this time may still be missing. */
  completeSince: string | null;
  data: UsageSumView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type UsageSumView = {
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
};

export type UsageView = {
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
};

export type UsageViewPage = {
  data: UsageView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type VersionDetail = {
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
};

export type VersionSummary = {
  version: number;
  publishedAt: string;
  id: string;
  _id: string;
};

export type VersionView = {
  roleType: string;
  version: number;
  status: "active" | "archived" | "draft";
  learningCount: number;
  createdBy: string;
  createdAt: string;
  activatedAt: string | null;
  id: string;
  _id: string;
};

export type VersionViewPage = {
  data: VersionView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type WaitCounts = {
  budget: number;
  concurrency: number;
  conflict: number;
  provider: number;
  retry: number;
  runner: number;
  schedule: number;
};

export type WaitingRunView = {
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
  } | {
    reason: "budget" | "concurrency" | "conflict";
    since: number;
    position?: number;
  };
};

export type WebhookView = {
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
};

export type WebhookViewPage = {
  data: WebhookView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type WebhooksCreateRequest = {
  url: string;
  events?: string[] | null | undefined;
  description?: string | null | undefined;
  isEnabled?: boolean | null | undefined;
};

export type WebhooksReplayRequest = {
  from: number | string;
  to: number | string;
};

export type WebhooksRotateSecretRequest = {
  graceSeconds?: number | null | undefined;
};

export type WebhooksUpdateRequest = {
  url?: string | undefined;
  events?: string[] | undefined;
  description?: string | null | undefined;
  isEnabled?: boolean | undefined;
};

export type WorkChainView = {
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
};

export type WorkChainViewPage = {
  data: WorkChainView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type WorkChainsCreateRequest = {
  title: string;
  description?: string | null | undefined;
  issueIds: string[];
  workflowId: string;
  gitRepoUrl?: string | null | undefined;
  branchName?: string | null | undefined;
};

export type WorkChainsDeleteRequest = {
  chainId: string;
};

export type WorkChainsStartRequest = {
  chainId: string;
};

export type WorkflowView = {
  name: string;
  description: string | null;
  steps: StepView[];
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
};

export type WorkflowViewPage = {
  data: WorkflowView[];
  nextCursor: string | null;
  hasMore: boolean;
};

export type WorkflowsCreateRequest = {
  name: string;
  steps: ({
    role: "designer" | "checker" | "researcher" | "evaluator" | "judge" | "answerer";
    name: string;
    personaId?: string | null | undefined;
    instructions?: string | null | undefined;
    commandNames?: string[] | null | undefined;
    timeoutMs?: number | null | undefined;
    maxRetries?: number | null | undefined;
    outputSchema?: unknown;
    gate?: {
      kind: "command";
      command: string[];
      timeoutMs?: number | null | undefined;
      report?: {
        format: "junit" | "tap";
        path: string;
      } | null | undefined;
      onFail?: "repeat" | "ask" | "fail" | null | undefined;
    } | {
      kind: "judge";
      passAt?: number | null | undefined;
      rubric?: string | null | undefined;
      onFail?: "repeat" | "ask" | "fail" | null | undefined;
    } | null | undefined;
    artifacts?: string[] | null | undefined;
  })[];
  description?: string | null | undefined;
  defaultBranch?: string | null | undefined;
  isEnabled?: boolean | null | undefined;
  followUp?: {
    checks: boolean;
    reviews: boolean;
    conflicts: boolean;
    maxRounds: number;
    quietMs: number;
    trust: "write" | "listed";
    trusted: string[];
  } | null | undefined;
  concurrencyLimit?: number | null | undefined;
  priority?: number | null | undefined;
  conflictKey?: string | null | undefined;
  onConflict?: "queue" | "reject" | "skip" | "cancelPrevious" | null | undefined;
};

export type WorkflowsUpdateRequest = {
  name?: string | undefined;
  steps?: ({
    role: "designer" | "checker" | "researcher" | "evaluator" | "judge" | "answerer";
    name: string;
    personaId?: string | null | undefined;
    instructions?: string | null | undefined;
    commandNames?: string[] | null | undefined;
    timeoutMs?: number | null | undefined;
    maxRetries?: number | null | undefined;
    outputSchema?: unknown;
    gate?: {
      kind: "command";
      command: string[];
      timeoutMs?: number | null | undefined;
      report?: {
        format: "junit" | "tap";
        path: string;
      } | null | undefined;
      onFail?: "repeat" | "ask" | "fail" | null | undefined;
    } | {
      kind: "judge";
      passAt?: number | null | undefined;
      rubric?: string | null | undefined;
      onFail?: "repeat" | "ask" | "fail" | null | undefined;
    } | null | undefined;
    artifacts?: string[] | null | undefined;
  })[] | undefined;
  description?: string | null | undefined;
  defaultBranch?: string | null | undefined;
  isEnabled?: boolean | undefined;
  followUp?: {
    checks: boolean;
    reviews: boolean;
    conflicts: boolean;
    maxRounds: number;
    quietMs: number;
    trust: "write" | "listed";
    trusted: string[];
  } | null | undefined;
  concurrencyLimit?: number | null | undefined;
  priority?: number | null | undefined;
  conflictKey?: string | null | undefined;
  onConflict?: "queue" | "reject" | "skip" | "cancelPrevious" | null | undefined;
};

export interface Operations {
  "GET /analytics/counters": {
    kind: "read";
    input: Record<never, never>;
    answer: {
      totalRuns: number;
      activeRuns: number;
      activeSandboxes: number;
      pendingIssues: number;
      totalWorkflows: number;
      totalLearnings: number;
      unreadNotifications: number;
    };
  };
  "GET /analytics/daily-stats": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      startDate?: string | undefined;
      endDate?: string | undefined;
    };
    answer: DayViewPage;
  };
  "GET /analytics/outcomes": {
    kind: "read";
    input: {
      startDate?: string | undefined;
      endDate?: string | undefined;
      groupBy?: "none" | "workflow" | "persona" | "model" | "agent" | undefined;
    };
    answer: OutcomeView[];
  };
  "GET /analytics/usage": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      startDate?: string | undefined;
      endDate?: string | undefined;
      service?: string | undefined;
      groupBy?: "model" | "workflow" | "persona" | "run" | undefined;
    };
    answer: UsageSumPage | UsageViewPage;
  };
  "GET /answering-sessions": {
    kind: "list";
    input: {
      issueSessionId?: string | undefined;
      status?: "pending" | "active" | "reviewed" | "completed" | "archived" | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: AnsweringSessionViewPage;
  };
  "POST /answering-sessions": {
    kind: "write";
    input: AnsweringSessionsCreateRequest;
    answer: AnsweringSessionView;
  };
  "GET /answering-sessions/:id": {
    kind: "read";
    input: {
      id: string;
    };
    answer: AnsweringSessionView;
  };
  "DELETE /answering-sessions/:id": {
    kind: "write";
    input: {
      id: string;
    };
    answer: {
      id: string;
      _id: string;
      status: "active" | "archived" | "completed" | "pending" | "reviewed";
      deleted: boolean;
    };
  };
  "PUT /answering-sessions/:id/status": {
    kind: "write";
    input: {
      id: string;
    } & AnsweringSessionsStatusRequest;
    answer: AnsweringSessionView;
  };
  "GET /artifacts/:id/content": {
    kind: "read";
    input: {
      id: string;
    };
    answer: Uint8Array<ArrayBuffer>;
  };
  "GET /audit-log": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      actor?: string | undefined;
      action?: string | undefined;
      subject?: string | undefined;
      from?: number | string | undefined;
      to?: number | string | undefined;
    };
    answer: AuditEntryViewPage;
  };
  "GET /budgets": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: BudgetViewPage;
  };
  "POST /budgets": {
    kind: "write";
    input: BudgetsCreateRequest;
    answer: BudgetView;
  };
  "GET /budgets/:id": {
    kind: "read";
    input: {
      id: string;
    };
    answer: BudgetView;
  };
  "PUT /budgets/:id": {
    kind: "write";
    input: {
      id: string;
    } & BudgetsUpdateRequest;
    answer: BudgetView;
  };
  "DELETE /budgets/:id": {
    kind: "write";
    input: {
      id: string;
    };
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
  "GET /commands": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: AssetSummaryPage;
  };
  "POST /commands": {
    kind: "write";
    input: CommandsCreateRequest;
    answer: AssetSummary;
  };
  "GET /commands/:id": {
    kind: "read";
    input: {
      id: string;
    };
    answer: AssetDetail;
  };
  "PUT /commands/:id": {
    kind: "write";
    input: {
      id: string;
    } & CommandsUpdateRequest;
    answer: AssetSummary;
  };
  "DELETE /commands/:id": {
    kind: "write";
    input: {
      id: string;
    };
    answer: {
      id: string;
      _id: string;
      deleted: true;
    };
  };
  "PUT /commands/:id/publish": {
    kind: "write";
    input: {
      id: string;
    } & CommandsPublishRequest;
    answer: Published;
  };
  "GET /commands/:id/versions": {
    kind: "list";
    input: {
      id: string;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: {
      data: ({
        version: number;
        publishedAt: string;
        id: string;
        _id: string;
        publishedBy: string;
        content: string;
        isActive: boolean;
      } | {
        version: number;
        publishedAt: string;
        id: string;
        _id: string;
        publishedBy: string;
        files: {
          name: string;
          content: string;
        }[];
        isActive: boolean;
      })[];
      nextCursor: string | null;
      hasMore: boolean;
    };
  };
  "PUT /commands/:id/versions/:v/activate": {
    kind: "write";
    input: {
      id: string;
      v: string;
    };
    answer: Activated;
  };
  "GET /contexts": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: AssetSummaryPage;
  };
  "POST /contexts": {
    kind: "write";
    input: ContextsCreateRequest;
    answer: AssetSummary;
  };
  "GET /contexts/:id": {
    kind: "read";
    input: {
      id: string;
    };
    answer: AssetDetail;
  };
  "PUT /contexts/:id": {
    kind: "write";
    input: {
      id: string;
    } & ContextsUpdateRequest;
    answer: AssetSummary;
  };
  "DELETE /contexts/:id": {
    kind: "write";
    input: {
      id: string;
    };
    answer: {
      id: string;
      _id: string;
      deleted: true;
    };
  };
  "GET /contexts/:id/versions": {
    kind: "list";
    input: {
      id: string;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: {
      data: ({
        version: number;
        publishedAt: string;
        id: string;
        _id: string;
        publishedBy: string;
        content: string;
        isActive: boolean;
      } | {
        version: number;
        publishedAt: string;
        id: string;
        _id: string;
        publishedBy: string;
        files: {
          name: string;
          content: string;
        }[];
        isActive: boolean;
      })[];
      nextCursor: string | null;
      hasMore: boolean;
    };
  };
  "PUT /contexts/:id/versions/:v/activate": {
    kind: "write";
    input: {
      id: string;
      v: string;
    };
    answer: Activated;
  };
  "GET /events": {
    kind: "follow";
    input: {
      after?: string | undefined;
      limit?: number | undefined;
      types?: string | undefined;
      wait?: number | undefined;
    };
    answer: FeedEventViewPage;
  };
  "GET /inbox": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: InboxItemViewPage;
  };
  "GET /inbox/count": {
    kind: "read";
    input: Record<never, never>;
    answer: {
      count: number;
    };
  };
  "POST /inbox/dismiss": {
    kind: "write";
    input: InboxDismissRequest;
    answer: {
      id: string;
      _id: string;
      dismissed: boolean;
    };
  };
  "POST /issue-sessions/bulk-delete": {
    kind: "write";
    input: IssueSessionsBulkDeleteRequest;
    answer: {
      ids: string[];
      count: number;
      deleted: boolean;
    };
  };
  "POST /issue-sessions/delete": {
    kind: "write";
    input: IssueSessionsDeleteRequest;
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
  "GET /issue-sessions/get": {
    kind: "read";
    input: {
      id: string;
    };
    answer: SessionDetail;
  };
  "GET /issue-sessions/list": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: SessionViewPage;
  };
  "POST /issue-sessions/permanent-delete": {
    kind: "write";
    input: IssueSessionsPermanentDeleteRequest;
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
  "POST /issue-sessions/rename": {
    kind: "write";
    input: IssueSessionsRenameRequest;
    answer: SessionView;
  };
  "POST /issue-sessions/restore": {
    kind: "write";
    input: IssueSessionsRestoreRequest;
    answer: SessionView;
  };
  "POST /issue-sessions/start": {
    kind: "write";
    input: IssueSessionsStartRequest;
    answer: SessionView;
  };
  "POST /issues/bulk-delete": {
    kind: "write";
    input: IssuesBulkDeleteRequest;
    answer: {
      ids: string[];
      count: number;
      deleted: boolean;
    };
  };
  "POST /issues/create": {
    kind: "write";
    input: IssuesCreateRequest;
    answer: IssueView;
  };
  "POST /issues/delete": {
    kind: "write";
    input: IssuesDeleteRequest;
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
  "GET /issues/get": {
    kind: "read";
    input: {
      id: string;
    };
    answer: IssueView;
  };
  "POST /issues/link-run": {
    kind: "write";
    input: IssuesLinkRunRequest;
    answer: IssueView;
  };
  "GET /issues/list": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      search?: string | undefined;
      status?: "open" | "in_progress" | "resolved" | "closed" | undefined;
      sessionId?: string | undefined;
      priority?: "low" | "medium" | "high" | "critical" | undefined;
    };
    answer: IssueViewPage;
  };
  "POST /issues/update": {
    kind: "write";
    input: IssuesUpdateRequest;
    answer: IssueView;
  };
  "GET /jobs": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      status: "queued" | "claimed" | "failed";
      kind?: "run.execute" | "run.continue" | "sprintChain.execute" | "workChain.execute" | "issueSession.scan" | "answeringSession.continue" | "merge.execute" | "learning.extract" | "sandbox.message" | "sandbox.devServer" | "pullRequest.look" | "repository.check" | undefined;
    };
    answer: OpenJobViewPage;
  };
  "POST /jobs/redrive": {
    kind: "write";
    input: JobsRedriveRequest;
    answer: OpenJobView;
  };
  "POST /learning-versions/activate": {
    kind: "write";
    input: LearningVersionsActivateRequest;
    answer: VersionDetail;
  };
  "GET /learning-versions/active": {
    kind: "read";
    input: {
      roleType: string;
    };
    answer: VersionDetail;
  };
  "POST /learning-versions/compile": {
    kind: "write";
    input: LearningVersionsCompileRequest;
    answer: VersionDetail;
  };
  "POST /learning-versions/deactivate": {
    kind: "write";
    input: LearningVersionsDeactivateRequest;
    answer: VersionDetail;
  };
  "GET /learning-versions/get": {
    kind: "read";
    input: {
      id: string;
    };
    answer: VersionDetail;
  };
  "GET /learning-versions/list": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      roleType?: string | undefined;
      status?: "draft" | "active" | "archived" | undefined;
    };
    answer: VersionViewPage;
  };
  "POST /learnings/bulk-delete": {
    kind: "write";
    input: LearningsBulkDeleteRequest;
    answer: {
      ids: string[];
      count: number;
      deleted: boolean;
    };
  };
  "POST /learnings/bulk-update-status": {
    kind: "write";
    input: LearningsBulkUpdateStatusRequest;
    answer: {
      ids: string[];
      count: number;
      status: "approved" | "archived" | "pending" | "rejected";
    };
  };
  "GET /learnings/by-sandbox": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      sandboxId: string;
    };
    answer: LearningViewPage;
  };
  "POST /learnings/create": {
    kind: "write";
    input: LearningsCreateRequest;
    answer: LearningView;
  };
  "POST /learnings/delete": {
    kind: "write";
    input: LearningsDeleteRequest;
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
  "GET /learnings/list": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      search?: string | undefined;
      status?: "pending" | "approved" | "rejected" | "archived" | undefined;
      category?: string | undefined;
    };
    answer: LearningViewPage;
  };
  "POST /learnings/permanent-delete": {
    kind: "write";
    input: LearningsPermanentDeleteRequest;
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
  "GET /learnings/preview": {
    kind: "read";
    input: {
      roleType?: string | undefined;
    };
    answer: {
      content: string;
      learningCount: number;
      omitsOlder?: true;
      roleType?: string;
    };
  };
  "POST /learnings/restore": {
    kind: "write";
    input: LearningsRestoreRequest;
    answer: LearningView;
  };
  "GET /learnings/stats": {
    kind: "read";
    input: Record<never, never>;
    answer: StatsView;
  };
  "POST /learnings/update-content": {
    kind: "write";
    input: LearningsUpdateContentRequest;
    answer: LearningView;
  };
  "POST /learnings/update-status": {
    kind: "write";
    input: LearningsUpdateStatusRequest;
    answer: LearningView;
  };
  "GET /limits": {
    kind: "read";
    input: Record<never, never>;
    answer: LimitView[];
  };
  "GET /merging/list": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: MergeRunViewPage;
  };
  "POST /merging/start": {
    kind: "write";
    input: MergingStartRequest;
    answer: MergeRunView;
  };
  "GET /notifications": {
    kind: "list";
    input: {
      filter?: "unread" | "all" | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: NotificationViewPage;
  };
  "POST /notifications/dismiss": {
    kind: "write";
    input: NotificationsDismissRequest;
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
  "GET /notifications/list": {
    kind: "list";
    input: {
      filter?: "unread" | "all" | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: NotificationViewPage;
  };
  "POST /notifications/mark-all-read": {
    kind: "write";
    input: Record<never, never>;
    answer: {
      marked: number;
      unreadCount: number;
    };
  };
  "POST /notifications/mark-read": {
    kind: "write";
    input: NotificationsMarkReadRequest;
    answer: NotificationView;
  };
  "PUT /notifications/read-all": {
    kind: "write";
    input: Record<never, never>;
    answer: {
      marked: number;
      unreadCount: number;
    };
  };
  "GET /notifications/unread-count": {
    kind: "read";
    input: Record<never, never>;
    answer: {
      count: number;
    };
  };
  "DELETE /notifications/:notificationId": {
    kind: "write";
    input: {
      notificationId: string;
    };
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
  "PUT /notifications/:notificationId/read": {
    kind: "write";
    input: {
      notificationId: string;
    };
    answer: NotificationView;
  };
  "GET /personas/analytics": {
    kind: "read";
    input: {
      id: string;
      days?: number | undefined;
    };
    answer: AnalyticsView;
  };
  "POST /personas/bulk-delete": {
    kind: "write";
    input: PersonasBulkDeleteRequest;
    answer: {
      ids: string[];
      count: number;
      deleted: boolean;
    };
  };
  "POST /personas/create": {
    kind: "write";
    input: PersonasCreateRequest;
    answer: PersonaView;
  };
  "POST /personas/delete": {
    kind: "write";
    input: PersonasDeleteRequest;
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
  "POST /personas/duplicate": {
    kind: "write";
    input: PersonasDuplicateRequest;
    answer: PersonaView;
  };
  "GET /personas/get": {
    kind: "read";
    input: {
      id: string;
    };
    answer: PersonaView;
  };
  "GET /personas/list": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: PersonaViewPage;
  };
  "POST /personas/toggle": {
    kind: "write";
    input: PersonasToggleRequest;
    answer: PersonaView;
  };
  "POST /personas/update": {
    kind: "write";
    input: PersonasUpdateRequest;
    answer: PersonaView;
  };
  "GET /project": {
    kind: "read";
    input: Record<never, never>;
    answer: ProjectView;
  };
  "GET /project/api-keys": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: KeyViewPage;
  };
  "POST /project/api-keys/generate": {
    kind: "write";
    input: ProjectApiKeysGenerateRequest;
    answer: {
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
      /** The key, which is shown only once. */
      key: string;
    };
  };
  "POST /project/api-keys/revoke": {
    kind: "write";
    input: ProjectApiKeysRevokeRequest;
    answer: {
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
      endedKeys: number;
    };
  };
  "POST /project/api-keys/rotate": {
    kind: "write";
    input: ProjectApiKeysRotateRequest;
    answer: {
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
      /** The new key, which is shown only once. */
      key: string;
    };
  };
  "GET /project/counters": {
    kind: "read";
    input: Record<never, never>;
    answer: Counters;
  };
  "POST /project/delete": {
    kind: "write";
    input: Record<never, never>;
    answer: {
      id: string;
      _id: string;
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
    };
  };
  "GET /project/hooks": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: HookViewPage;
  };
  "POST /project/hooks": {
    kind: "write";
    input: ProjectHooksRequest;
    answer: {
      kind: "github" | "gitlab";
      /** Where the code host sends its messages. */
      url: string;
      createdAt: string;
      id: string;
      _id: string;
      /** The secret, which is shown only once. */
      secret: string;
    };
  };
  "DELETE /project/hooks/:id": {
    kind: "write";
    input: {
      id: string;
    };
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
  "GET /project/members": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: MemberViewPage;
  };
  "POST /project/members/invite": {
    kind: "write";
    input: ProjectMembersInviteRequest;
    answer: MemberView;
  };
  "POST /project/members/remove": {
    kind: "write";
    input: ProjectMembersRemoveRequest;
    answer: {
      id: string;
      _id: string;
      userId: null;
      deleted: boolean;
      endedKeys: number;
    } | {
      id: string;
      _id: string;
      userId: string;
      deleted: boolean;
      endedKeys: number;
    };
  };
  "POST /project/members/update-role": {
    kind: "write";
    input: ProjectMembersUpdateRoleRequest;
    answer: MemberView;
  };
  "GET /project/provider-keys": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: ProviderKeyViewPage;
  };
  "POST /project/provider-keys/remove": {
    kind: "write";
    input: ProjectProviderKeysRemoveRequest;
    answer: {
      provider: string;
      deleted: boolean;
    };
  };
  "POST /project/provider-keys/set": {
    kind: "write";
    input: ProjectProviderKeysSetRequest;
    answer: ProviderKeyView;
  };
  "GET /project/runner-tokens": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: TokenViewPage;
  };
  "POST /project/runner-tokens/generate": {
    kind: "write";
    input: ProjectRunnerTokensGenerateRequest;
    answer: {
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
      /** The token, which is shown only once. */
      token: string;
    };
  };
  "POST /project/runner-tokens/revoke": {
    kind: "write";
    input: ProjectRunnerTokensRevokeRequest;
    answer: TokenView;
  };
  "GET /project/settings": {
    kind: "read";
    input: Record<never, never>;
    answer: SettingsView;
  };
  "POST /project/settings/update": {
    kind: "write";
    input: ProjectSettingsUpdateRequest;
    answer: SettingsView;
  };
  "POST /project/update": {
    kind: "write";
    input: ProjectUpdateRequest;
    answer: ProjectView;
  };
  "GET /queue": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: QueuePage;
  };
  "GET /recurring-tasks": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: RecurringTaskViewPage;
  };
  "POST /recurring-tasks": {
    kind: "write";
    input: RecurringTasksCreateRequest;
    answer: RecurringTaskView;
  };
  "POST /recurring-tasks/preview": {
    kind: "write";
    input: RecurringTasksPreviewRequest;
    answer: {
      nextRuns: string[];
    };
  };
  "GET /recurring-tasks/:id": {
    kind: "read";
    input: {
      id: string;
    };
    answer: RecurringTaskView;
  };
  "PUT /recurring-tasks/:id": {
    kind: "write";
    input: {
      id: string;
    } & RecurringTasksUpdateRequest;
    answer: RecurringTaskView;
  };
  "DELETE /recurring-tasks/:id": {
    kind: "write";
    input: {
      id: string;
    };
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
  "POST /recurring-tasks/:id/run": {
    kind: "write";
    input: {
      id: string;
    };
    answer: StartedRunView;
  };
  "PUT /recurring-tasks/:id/toggle": {
    kind: "write";
    input: {
      id: string;
    } & RecurringTasksToggleRequest;
    answer: RecurringTaskView;
  };
  "POST /repositories/check": {
    kind: "write";
    input: RepositoriesCheckRequest;
    answer: RepositoryCheckView;
  };
  "GET /repositories/checks": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: RepositoryCheckViewPage;
  };
  "GET /repositories/checks/:id": {
    kind: "read";
    input: {
      id: string;
    };
    answer: RepositoryCheckView;
  };
  "GET /runners": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: RunnerViewPage;
  };
  "GET /runs": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      search?: string | undefined;
      status?: "pending" | "scheduled" | "running" | "paused" | "completed" | "failed" | "cancelled" | string | undefined;
      sort?: "newest" | "cost" | undefined;
      workflowId?: string | undefined;
      source?: "api" | "dashboard" | "recurring_task" | "sprint_chain" | "work_chain" | "callback" | undefined;
      label?: string | undefined;
      proof?: "none" | "waiting" | "passed" | "failed" | "accepted" | undefined;
      createdAfter?: number | string | undefined;
      createdBefore?: number | string | undefined;
    };
    answer: RunSummaryViewPage;
  };
  "POST /runs/accept": {
    kind: "write";
    input: RunsAcceptRequest;
    answer: RunView;
  };
  "GET /runs/artifacts": {
    kind: "list";
    input: {
      id: string;
      stepId?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: ArtifactViewPage;
  };
  "POST /runs/bulk": {
    kind: "write";
    input: RunsBulkRequest;
    answer: BulkActionView;
  };
  "POST /runs/bulk-delete": {
    kind: "write";
    input: RunsBulkDeleteRequest;
    answer: {
      ids: string[];
      count: number;
      deleted: boolean;
    };
  };
  "GET /runs/bulk/:id": {
    kind: "read";
    input: {
      id: string;
    };
    answer: BulkActionView;
  };
  "POST /runs/bulk/:id/stop": {
    kind: "write";
    input: {
      id: string;
    };
    answer: BulkActionView;
  };
  "GET /runs/by-chain": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      chainId: string;
    };
    answer: {
      data: RunSummaryView[];
      nextCursor: string | null;
      hasMore: boolean;
      requestId: string;
    };
  };
  "GET /runs/by-number": {
    kind: "read";
    input: {
      runNumber: number;
      projectId?: string | undefined;
      stepLimit?: number | undefined;
    };
    answer: RunDetailView;
  };
  "GET /runs/by-workflow": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      workflowId: string;
    };
    answer: {
      data: RunSummaryView[];
      nextCursor: string | null;
      hasMore: boolean;
      requestId: string;
    };
  };
  "POST /runs/cancel": {
    kind: "write";
    input: RunsCancelRequest;
    answer: RunView;
  };
  "POST /runs/continue": {
    kind: "write";
    input: RunsContinueRequest;
    answer: RunView;
  };
  "POST /runs/delete": {
    kind: "write";
    input: RunsDeleteRequest;
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
  "GET /runs/detail": {
    kind: "read";
    input: {
      runId: string;
      stepLimit?: number | undefined;
    };
    answer: RunDetailView;
  };
  "GET /runs/events": {
    kind: "follow";
    input: {
      id: string;
      limit?: number | undefined;
      after?: number | undefined;
      cursor?: number | undefined;
      wait?: number | undefined;
    };
    answer: EventViewPage;
  };
  "GET /runs/feedback": {
    kind: "list";
    input: {
      id: string;
      status?: "open" | "handled" | "ignored" | "resolved" | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: FeedbackViewPage;
  };
  "POST /runs/feedback/add": {
    kind: "write";
    input: RunsFeedbackAddRequest;
    answer: FeedbackView;
  };
  "POST /runs/feedback/ignore": {
    kind: "write";
    input: RunsFeedbackIgnoreRequest;
    answer: {
      feedback: FeedbackView[];
    };
  };
  "POST /runs/feedback/reopen": {
    kind: "write";
    input: RunsFeedbackReopenRequest;
    answer: {
      feedback: FeedbackView[];
    };
  };
  "GET /runs/get": {
    kind: "read";
    input: {
      id: string;
      stepLimit?: number | undefined;
    };
    answer: RunDetailView;
  };
  "GET /runs/list": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      search?: string | undefined;
      status?: "pending" | "scheduled" | "running" | "paused" | "completed" | "failed" | "cancelled" | string | undefined;
      sort?: "newest" | "cost" | undefined;
      workflowId?: string | undefined;
      source?: "api" | "dashboard" | "recurring_task" | "sprint_chain" | "work_chain" | "callback" | undefined;
      label?: string | undefined;
      proof?: "none" | "waiting" | "passed" | "failed" | "accepted" | undefined;
      createdAfter?: number | string | undefined;
      createdBefore?: number | string | undefined;
    };
    answer: RunSummaryViewPage;
  };
  "POST /runs/pause": {
    kind: "write";
    input: RunsPauseRequest;
    answer: RunView;
  };
  "POST /runs/permanent-delete": {
    kind: "write";
    input: RunsPermanentDeleteRequest;
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
  "GET /runs/proof": {
    kind: "read";
    input: {
      id: string;
    };
    answer: ProofView;
  };
  "GET /runs/questions": {
    kind: "list";
    input: {
      runId?: string | undefined;
      status?: "waiting" | "answered" | "dismissed" | "expired" | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: QuestionViewPage;
  };
  "POST /runs/questions/answer": {
    kind: "write";
    input: RunsQuestionsAnswerRequest;
    answer: QuestionView;
  };
  "POST /runs/questions/dismiss": {
    kind: "write";
    input: RunsQuestionsDismissRequest;
    answer: QuestionView;
  };
  "POST /runs/rename": {
    kind: "write";
    input: RunsRenameRequest;
    answer: RunView;
  };
  "POST /runs/request-graceful-stop": {
    kind: "write";
    input: RunsRequestGracefulStopRequest;
    answer: RunView;
  };
  "POST /runs/restart": {
    kind: "write";
    input: RunsRestartRequest;
    answer: RunView;
  };
  "POST /runs/restore": {
    kind: "write";
    input: RunsRestoreRequest;
    answer: RunView;
  };
  "POST /runs/resume": {
    kind: "write";
    input: RunsResumeRequest;
    answer: RunView;
  };
  "POST /runs/start": {
    kind: "write";
    input: RunsStartRequest;
    answer: StartedRunView;
  };
  "POST /runs/start-many": {
    kind: "write";
    input: RunsStartManyRequest;
    answer: StartedRunView[];
  };
  "POST /sandboxes/delete": {
    kind: "write";
    input: SandboxesDeleteRequest;
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
  "GET /sandboxes/dev-server": {
    kind: "read";
    input: {
      id: string;
    };
    answer: DevServerView;
  };
  "POST /sandboxes/dev-server/start": {
    kind: "write";
    input: SandboxesDevServerStartRequest;
    answer: {
      id: string;
      _id: string;
      jobId: string;
    };
  };
  "GET /sandboxes/diff": {
    kind: "read";
    input: {
      id: string;
    };
    answer: DiffView;
  };
  "GET /sandboxes/file": {
    kind: "read";
    input: {
      id: string;
      path: string;
    };
    answer: FileView;
  };
  "GET /sandboxes/files": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      id: string;
      path?: string | undefined;
    };
    answer: EntryViewPage;
  };
  "GET /sandboxes/get": {
    kind: "read";
    input: {
      id: string;
    };
    answer: SandboxView;
  };
  "GET /sandboxes/list": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      runId?: string | undefined;
      status?: "provisioning" | "running" | "stopped" | "killed" | "failed" | undefined;
    };
    answer: SandboxViewPage;
  };
  "GET /sandboxes/message": {
    kind: "read";
    input: {
      id: string;
    };
    answer: MessageView;
  };
  "GET /sandboxes/messages": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      id: string;
      after?: string | undefined;
    };
    answer: MessageViewPage;
  };
  "POST /sandboxes/send-message": {
    kind: "write";
    input: SandboxesSendMessageRequest;
    answer: MessageView;
  };
  "GET /scripts": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: AssetSummaryPage;
  };
  "POST /scripts": {
    kind: "write";
    input: ScriptsCreateRequest;
    answer: AssetSummary;
  };
  "GET /scripts/:id": {
    kind: "read";
    input: {
      id: string;
    };
    answer: AssetDetail;
  };
  "PUT /scripts/:id": {
    kind: "write";
    input: {
      id: string;
    } & ScriptsUpdateRequest;
    answer: AssetSummary;
  };
  "DELETE /scripts/:id": {
    kind: "write";
    input: {
      id: string;
    };
    answer: {
      id: string;
      _id: string;
      deleted: true;
    };
  };
  "PUT /scripts/:id/publish": {
    kind: "write";
    input: {
      id: string;
    } & ScriptsPublishRequest;
    answer: Published;
  };
  "GET /scripts/:id/versions": {
    kind: "list";
    input: {
      id: string;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: {
      data: ({
        version: number;
        publishedAt: string;
        id: string;
        _id: string;
        publishedBy: string;
        content: string;
        isActive: boolean;
      } | {
        version: number;
        publishedAt: string;
        id: string;
        _id: string;
        publishedBy: string;
        files: {
          name: string;
          content: string;
        }[];
        isActive: boolean;
      })[];
      nextCursor: string | null;
      hasMore: boolean;
    };
  };
  "PUT /scripts/:id/versions/:v/activate": {
    kind: "write";
    input: {
      id: string;
      v: string;
    };
    answer: Activated;
  };
  "GET /session-questions": {
    kind: "list";
    input: {
      answeringSessionId: string;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: SessionQuestionsQuestionViewPage;
  };
  "PUT /session-questions/:id/assumption": {
    kind: "write";
    input: {
      id: string;
    } & SessionQuestionsAssumptionRequest;
    answer: SessionQuestionsQuestionView;
  };
  "PUT /session-questions/:id/review": {
    kind: "write";
    input: {
      id: string;
    } & SessionQuestionsReviewRequest;
    answer: SessionQuestionsQuestionView;
  };
  "GET /skills": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: AssetSummaryPage;
  };
  "POST /skills": {
    kind: "write";
    input: SkillsCreateRequest;
    answer: AssetSummary;
  };
  "GET /skills/:id": {
    kind: "read";
    input: {
      id: string;
    };
    answer: AssetDetail;
  };
  "PUT /skills/:id": {
    kind: "write";
    input: {
      id: string;
    } & SkillsUpdateRequest;
    answer: AssetSummary;
  };
  "DELETE /skills/:id": {
    kind: "write";
    input: {
      id: string;
    };
    answer: {
      id: string;
      _id: string;
      deleted: true;
    };
  };
  "PUT /skills/:id/publish": {
    kind: "write";
    input: {
      id: string;
    } & SkillsPublishRequest;
    answer: Published;
  };
  "GET /skills/:id/versions": {
    kind: "list";
    input: {
      id: string;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: {
      data: ({
        version: number;
        publishedAt: string;
        id: string;
        _id: string;
        publishedBy: string;
        content: string;
        isActive: boolean;
      } | {
        version: number;
        publishedAt: string;
        id: string;
        _id: string;
        publishedBy: string;
        files: {
          name: string;
          content: string;
        }[];
        isActive: boolean;
      })[];
      nextCursor: string | null;
      hasMore: boolean;
    };
  };
  "PUT /skills/:id/versions/:v/activate": {
    kind: "write";
    input: {
      id: string;
      v: string;
    };
    answer: Activated;
  };
  "GET /sprint-chains": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: SprintChainViewPage;
  };
  "POST /sprint-chains": {
    kind: "write";
    input: SprintChainsCreateRequest;
    answer: {
      id: string;
      _id: string;
      status: "cancelled" | "completed" | "failed" | "pending" | "running";
    };
  };
  "GET /sprint-chains/:id": {
    kind: "read";
    input: {
      id: string;
    };
    answer: SprintChainDetailView;
  };
  "DELETE /sprint-chains/:id": {
    kind: "write";
    input: {
      id: string;
    };
    answer: {
      id: string;
      _id: string;
      status: "cancelled" | "completed" | "failed" | "pending" | "running";
      cancelRequested: boolean;
    };
  };
  "GET /trash": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      type?: "run" | "sandbox" | "workflow" | "learning" | "issueSession" | "answeringSession" | "context" | undefined;
    };
    answer: TrashItemViewPage;
  };
  "GET /trash/list": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: TrashItemViewPage;
  };
  "POST /trash/permanent-delete": {
    kind: "write";
    input: TrashPermanentDeleteRequest;
    answer: {
      id: string;
      _id: string;
      entityType: "answeringSession" | "context" | "issueSession" | "learning" | "run" | "sandbox" | "workflow";
      entityId: string;
      deleted: boolean;
    };
  };
  "POST /trash/restore": {
    kind: "write";
    input: TrashRestoreAliasRequest;
    answer: {
      id: string;
      _id: string;
      entityType: "answeringSession" | "context" | "issueSession" | "learning" | "run" | "sandbox" | "workflow";
      entityId: string;
      restored: boolean;
    };
  };
  "DELETE /trash/:type/:id": {
    kind: "write";
    input: {
      type: string;
      id: string;
    };
    answer: {
      id: string;
      _id: string;
      entityType: "answeringSession" | "context" | "issueSession" | "learning" | "run" | "sandbox" | "workflow";
      entityId: string;
      deleted: boolean;
    };
  };
  "POST /trash/:type/:id/restore": {
    kind: "write";
    input: {
      type: string;
      id: string;
    };
    answer: {
      id: string;
      _id: string;
      entityType: "answeringSession" | "context" | "issueSession" | "learning" | "run" | "sandbox" | "workflow";
      entityId: string;
      restored: boolean;
    };
  };
  "GET /webhooks": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: WebhookViewPage;
  };
  "POST /webhooks": {
    kind: "write";
    input: WebhooksCreateRequest;
    answer: {
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
      /** The secret, which is shown only once. */
      secret: string;
    };
  };
  "GET /webhooks/:id": {
    kind: "read";
    input: {
      id: string;
    };
    answer: WebhookView;
  };
  "PUT /webhooks/:id": {
    kind: "write";
    input: {
      id: string;
    } & WebhooksUpdateRequest;
    answer: WebhookView;
  };
  "DELETE /webhooks/:id": {
    kind: "write";
    input: {
      id: string;
    };
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
  "GET /webhooks/:id/deliveries": {
    kind: "list";
    input: {
      id: string;
      limit?: number | undefined;
      cursor?: string | undefined;
      status?: "pending" | "succeeded" | "failed" | undefined;
    };
    answer: DeliveryViewPage;
  };
  "POST /webhooks/:id/deliveries/:deliveryId/retry": {
    kind: "write";
    input: {
      id: string;
      deliveryId: string;
    };
    answer: DeliveryView;
  };
  "POST /webhooks/:id/replay": {
    kind: "write";
    input: {
      id: string;
    } & WebhooksReplayRequest;
    answer: {
      count: number;
    };
  };
  "POST /webhooks/:id/rotate-secret": {
    kind: "write";
    input: {
      id: string;
    } & WebhooksRotateSecretRequest;
    answer: {
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
      /** The new secret, which is shown only once. */
      secret: string;
    };
  };
  "POST /webhooks/:id/test": {
    kind: "write";
    input: {
      id: string;
    };
    answer: {
      deliveryId: string;
    };
  };
  "POST /work-chains/create": {
    kind: "write";
    input: WorkChainsCreateRequest;
    answer: WorkChainView;
  };
  "POST /work-chains/delete": {
    kind: "write";
    input: WorkChainsDeleteRequest;
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
  "GET /work-chains/get": {
    kind: "read";
    input: {
      id: string;
    };
    answer: WorkChainView;
  };
  "GET /work-chains/issues": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
      id: string;
    };
    answer: IssueViewPage;
  };
  "GET /work-chains/list": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: WorkChainViewPage;
  };
  "POST /work-chains/start": {
    kind: "write";
    input: WorkChainsStartRequest;
    answer: {
      id: string;
      _id: string;
      status: "cancelled" | "completed" | "failed" | "pending" | "running";
    };
  };
  "GET /workflows": {
    kind: "list";
    input: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: WorkflowViewPage;
  };
  "POST /workflows": {
    kind: "write";
    input: WorkflowsCreateRequest;
    answer: WorkflowView;
  };
  "GET /workflows/:id": {
    kind: "read";
    input: {
      id: string;
    };
    answer: WorkflowView;
  };
  "PUT /workflows/:id": {
    kind: "write";
    input: {
      id: string;
    } & WorkflowsUpdateRequest;
    answer: WorkflowView;
  };
  "DELETE /workflows/:id": {
    kind: "write";
    input: {
      id: string;
    };
    answer: {
      id: string;
      _id: string;
      deleted: boolean;
    };
  };
}
