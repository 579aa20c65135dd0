// Written by `npm run codegen` from the operations of the service, the schemas of their arguments and the types of
// their results; do not edit. `scripts/runnerTypes.ts` lists the operations that are here.

interface RunInputs {
  projectId: string;
  runNumber: number;
  name: string;
  attempt: number;
  source: string;
  prompt: string;
  maxIterations: number;
  issueId: string | null;
  sprintChainId: string | null;
  sprintIndex: number | null;
  workChainId: string | null;
  workflow: Ids & {
    name: string;
  };
  git: {
    repoUrl: string | null;
    branchName: string;
    /** Nobody named the branch, so the one that the repository calls its default is meant. */
    isBranchAssumed: boolean;
    commitName: string | null;
    commitEmail: string | null;
  };
  settings: PlainSettingsView;
  steps: StepInput[];
  learnings: LearningsInput[];
  contexts: AssetInput[];
  skills: AssetInput[];
  commands: AssetInput[];
  scripts: AssetInput[];
  /** The outputs of the steps that this attempt has completed, which the steps after them may need. */
  outputs: StepOutput[];
  /** A part that did not fit is null, and the result of one of these calls belongs in its place. */
  more: LeftOutPart[];
  id: string;
  _id: string;
}

interface Ids {
  id: string;
  _id: string;
}

interface PlainSettingsView {
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

interface StepInput {
  stepIndex: number;
  /** Whether a restart has kept the result of the step, so that it need not be done again. */
  isDone: boolean;
  role: "answerer" | "checker" | "designer" | "evaluator" | "judge" | "researcher";
  name: string;
  instructions: string | null;
  commandNames: string[];
  timeoutMs: number | null;
  maxRetries: number;
  /** The step must end with an output that fits this JSON Schema. */
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
  /** Patterns of paths below the checkout: upload the files that match after the step. */
  artifacts: string[];
  /** The model of the step's persona. Null without a persona. */
  model: string | null;
  thinkingEffort: string | null;
  persona: PersonaInput | null;
}

interface PersonaInput {
  personaId: string;
  description: string | null;
  type: string;
  selectedSkills: string[];
  learningsEnabled: boolean;
  instructions: string | null;
  id: string;
  _id: string;
  version: number;
  name: string;
  cliId: string | null;
  model: string | null;
  thinkingEffort: string | null;
}

interface LearningsInput {
  role: string;
  content: string | null;
  learningCount: number;
  versionId?: string;
  omitsOlder?: true;
}

interface AssetInput {
  /** The id of the asset, which may have been deleted since. */
  id: string;
  name: string;
  description: string | null;
  language?: string;
  version: number;
  versionId: string;
  content?: string | null;
  files?: {
    name: string;
    content: string;
  }[] | null;
}

interface StepOutput {
  stepIndex: number;
  stepId: string;
  name: string;
  output: unknown;
}

interface LeftOutPart {
  path: (number | string)[];
  operation: "run.getPart";
  args: {
    runId: string;
    kind: "asset" | "feedback" | "learnings" | "persona";
    id: string;
  };
}

interface LookInputs {
  kind: "pullRequest.look";
  /** One of the two says whose request it is. */
  runId: string | null;
  mergeRunId: string | null;
  /** The repository of the project where the run has none. */
  repoUrl: string | null;
  prUrl: string | null;
  prNumber: number | null;
  /** The branch with the work, as far as the runner has told it, and the one into which it shall be merged. */
  branch: string | null;
  base: string | null;
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

interface WorkflowView {
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
}

interface StepView {
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
}

interface ProjectInputs {
  project: Ids & {
    name: string | null;
    gitRepoUrl: string | null;
  };
  settings: PlainSettingsView;
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

interface AnsweringSessionDetail {
  createdAt: string;
  completedAt: string | null;
  questions: QuestionView[];
  id: string;
  _id: string;
  issueSessionId: string;
  projectId: string;
  status: string;
  questionCount: number;
  reviewedCount: number;
  sandboxId: string | null;
}

interface QuestionView {
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

interface CiChecksView {
  status: string;
  checkedAt: number;
  checks: ({
    name: string;
    status: string;
    url: string | null;
  })[];
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

interface RepositoryCheckInput {
  gitRepoUrl: string;
  /** Null: the default branch of the repository. */
  branchName: string | null;
  id: string;
  _id: string;
}

interface HeartbeatView {
  id: string;
  status: "cancelled" | "claimed" | "done" | "failed" | "queued";
  leaseUntil: string | null;
  cancelRequested: boolean;
}

interface AgentTokenView {
  token: string;
}

interface JobView {
  status: "cancelled" | "claimed" | "done" | "failed" | "queued";
  error: string | null;
  availableAt: string | null;
  endedAt: string | null;
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
  steps: ({
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
  })[];
  hasMoreSteps: boolean;
  /** Null where the operator has not said where the dashboard is. */
  dashboardUrl: string | null;
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

interface AnswerView {
  status: "answered" | "dismissed" | "expired" | "waiting";
  answer: Record<string, unknown> | string | null;
  id: string;
  _id: string;
}

interface BegunView {
  artifactId: string;
  uploadUrl: string;
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

export interface Operations {
  "job.claim": {
    args: {
      runnerId: string;
      kinds?: ("answeringSession.continue" | "issueSession.scan" | "learning.extract" | "merge.execute" | "pullRequest.look" | "repository.check" | "run.continue" | "run.execute" | "sandbox.devServer" | "sandbox.message" | "sprintChain.execute" | "workChain.execute")[] | null;
      /** A runner that says 2 is also given the kinds of jobs that came with it, without naming them. */
      protocol?: number | null;
      leaseMs?: number | null;
      /** How long the service may wait with the answer while no job is waiting. */
      waitMs?: number | null;
    };
    result:
    | {
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
      leaseUntil: string | null;
      fence: number;
    } & {
      kind: "answeringSession.continue";
      answeringSession: AnsweringSessionDetail | null;
      issueSession?: SessionDetail | null;
    } & ProjectInputs
    | {
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
      leaseUntil: string | null;
      fence: number;
    } & {
      kind: "issueSession.scan";
      issueSession: SessionDetail | null;
    } & ProjectInputs
    | {
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
      leaseUntil: string | null;
      fence: number;
    } & {
      kind: "learning.extract";
      sandbox: SandboxView | null;
      run: RunView | null;
    } & ProjectInputs
    | {
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
      leaseUntil: string | null;
      fence: number;
    } & {
      kind: "merge.execute";
      mergeRun: MergeRunView | null;
    } & ProjectInputs
    | {
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
      leaseUntil: string | null;
      fence: number;
    } & {
      kind: "repository.check";
      repositoryCheck: RepositoryCheckInput | null;
    } & ProjectInputs
    | {
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
      leaseUntil: string | null;
      fence: number;
    } & {
      kind: "run.continue";
      run: RunInputs | null;
    } & {
      /** Counts from 1. */
      round?: number;
      /** What somebody has asked for in this round. */
      prompt?: string | null;
      /** What the round is about. Its texts are data from outside. An item that did not fit is null. */
      feedback?: (FeedbackView | null)[];
      /** The step that continues. Null for a run whose workflow was deleted before it began. */
      step?: StepInput | null;
      /** The steps with a gate, all of which must pass again. */
      gates?: StepInput[];
      /** As for the run, with paths in the whole delivery. Parts of the run itself are listed there. */
      more?: LeftOutPart[];
    }
    | {
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
      leaseUntil: string | null;
      fence: number;
    } & {
      kind: "run.execute";
      /** Null when the run has ended already. */
      run: RunInputs | null;
    }
    | {
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
      leaseUntil: string | null;
      fence: number;
    } & {
      kind: "sandbox.devServer";
      sandbox: SandboxView | null;
    } & ProjectInputs
    | {
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
      leaseUntil: string | null;
      fence: number;
    } & {
      kind: "sandbox.message";
      sandbox: SandboxView | null;
      message: MessageView | null;
    } & ProjectInputs
    | {
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
      leaseUntil: string | null;
      fence: number;
    } & {
      kind: "sprintChain.execute";
      sprintChain:
      | SprintChainView & {
        sprints: SprintView[];
      }
      | null;
      workflow?: WorkflowView | null;
    } & ProjectInputs
    | {
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
      leaseUntil: string | null;
      fence: number;
    } & {
      kind: "workChain.execute";
      workChain: WorkChainView | null;
      /** The issues on which the chain still has to work, in their order. */
      issues?: IssueView[];
      workflow?: WorkflowView | null;
    } & ProjectInputs
    | {
      id: string;
      _id: string;
      sprintChainId?: string;
      workChainId?: string;
      issueSessionId?: string;
      answeringSessionId?: string;
      sandboxId?: string;
      messageId?: string;
      repositoryCheckId?: string;
      projectId: string;
      kind: "answeringSession.continue" | "issueSession.scan" | "learning.extract" | "merge.execute" | "pullRequest.look" | "repository.check" | "run.continue" | "run.execute" | "sandbox.devServer" | "sandbox.message" | "sprintChain.execute" | "workChain.execute";
      attempt: number;
      leaseUntil: string | null;
      fence: number;
    } & LookInputs
    | null;
  };
  "job.heartbeat": {
    args: {
      jobId: string;
      runnerId: string;
      fence?: number | null;
    };
    result: HeartbeatView;
  };
  "job.makeAgentToken": {
    args: {
      jobId: string;
      fence: number;
      runId: string;
    };
    result: AgentTokenView;
  };
  "job.complete": {
    args: {
      jobId: string;
      runnerId: string;
      fence?: number | null;
      result?: unknown;
    };
    result: JobView;
  };
  "job.fail": {
    args: {
      jobId: string;
      runnerId: string;
      fence?: number | null;
      error: string;
      retryable?: boolean | null;
    };
    result: JobView;
  };
  "job.defer": {
    args: {
      jobId: string;
      runnerId: string;
      fence?: number | null;
      until: number | string;
      reason: string;
    };
    result: JobView;
  };
  "keys.getWithFallback": {
    args: {
      projectId: string;
      keyType: string;
      address?: string | null;
    };
    result: {
      provider: string;
      key: null;
      source: "platform" | "project";
      origins: string[] | null;
      refused: string;
    } | {
      provider: string;
      key: string;
      source: "platform" | "project";
      origins?: string[] | null;
    } | null;
  };
  "runner.report": {
    args: {
      runnerId: string;
      name: string;
      version: string;
      protocol: number;
      agents: ({
        name: string;
        kind: string;
        /** What stands between the agent and the machine, such as `bubblewrap` or `none`. */
        isolation: string;
        /** Why the agent cannot start. */
        problem?: string | null;
      })[];
      /** `waiting` are the jobs that wait for people and have no place. */
      places: {
        total: number;
        free: number;
        waiting: number;
      };
      freeDiskMb: number;
      lastError?: {
        text: string;
        at: number | string;
      } | null;
    };
    result: null;
  };
  "run.create": {
    args: {
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
      status: "cancelled" | "completed" | "failed" | "paused" | "pending" | "running" | "scheduled";
      projectId?: string | null;
      source?: "api" | "callback" | "dashboard" | "recurring_task" | "sprint_chain" | "work_chain" | null;
      recurrencePattern?: string | null;
    };
    result: Ids & {
      status: "cancelled" | "completed" | "failed" | "paused" | "pending" | "running" | "scheduled";
    };
  };
  "run.createChainRun": {
    args: {
      chainId: string;
      sprintIndex: number;
      prompt?: string | null;
      name?: string | null;
      status?: "cancelled" | "completed" | "failed" | "paused" | "pending" | "running" | "scheduled" | null;
    };
    result: Ids & {
      status: "cancelled" | "completed" | "failed" | "paused" | "pending" | "running" | "scheduled";
    };
  };
  "run.get": {
    args: {
      runId: string;
    };
    result: RunDetailView;
  };
  "run.getDelivery": {
    args: {
      runId: string;
    };
    result: RunInputs | null;
  };
  "run.getPart": {
    args: {
      runId: string;
      kind: "asset" | "feedback" | "learnings" | "persona";
      id: string;
    };
    result: AssetInput | FeedbackView | LearningsInput | PersonaInput;
  };
  "run.updateStatus": {
    args: {
      runId: string;
      status: "cancelled" | "completed" | "failed" | "paused" | "pending" | "running" | "scheduled";
      completedAt?: number | string | null;
      error?: string | null;
      reason?: "gate" | null;
    };
    result: RunView;
  };
  "run.updateProgress": {
    args: {
      runId: string;
      progress: string | {
        currentStepLabel?: string | null;
        currentStepProgress?: number | null;
        currentIteration?: number | null;
        activeStepId?: string | null;
        activeSandboxId?: string | null;
        costUsd?: number | null;
        message?: string | null;
        branchName?: string | null;
        resultBranch?: string | null;
        resultRepository?: string | null;
      };
    };
    result: RunView;
  };
  "run.updatePr": {
    args: {
      runId: string;
      prUrl: string;
      prStatus: "closed" | "draft" | "failed" | "merged" | "open";
      prNumber?: number | null;
    };
    result: RunView;
  };
  "run.updateCiChecks": {
    args: {
      runId: string;
      status: "failure" | "pending" | "running" | "success";
      checks: ({
        name: string;
        status: "failure" | "pending" | "running" | "success";
        url?: string | null;
      })[];
    };
    result: RunView;
  };
  "run.reportRequest": {
    args: {
      runId?: string | null;
      mergeRunId?: string | null;
      prUrl?: string | null;
      state: "closed" | "draft" | "merged" | "open";
      head: string;
      base: string;
      mergeable: "clean" | "conflict" | "unknown";
      approvals: number;
      changesRequested: number;
      status?: "failure" | "pending" | "running" | "success" | null;
      checks?: ({
        name: string;
        status: "failure" | "pending" | "running" | "success";
        url?: string | null;
      })[] | null;
    };
    result: MergeRunView | RunView;
  };
  "run.reportFeedback": {
    args: {
      runId: string;
      items: ({
        path?: string | null;
        line?: number | null;
        /** What the item is called at the code host, so that it is one item of its run. */
        key: string;
        kind: "check" | "comment" | "conflict" | "review";
        title: string;
        text: string;
        author?: {
          login: string;
          canWrite: boolean;
          isBot: boolean;
        } | null;
        /** Everybody else whose words are in the text. It is trusted when all of them are. */
        others?: {
          login: string;
          canWrite: boolean;
          isBot: boolean;
        }[] | null;
        url?: string | null;
        at?: number | string | null;
        isResolved?: boolean | null;
      })[];
    };
    result: {
      added: number;
      known: number;
      updated: number;
    };
  };
  "run.listOpenFeedback": {
    args: {
      runId: string;
    };
    result: ({
      /** What the item is called at the code host, so that it is one item of its run. */
      key: string;
      kind: "check" | "comment" | "conflict" | "review";
      title: string;
    })[];
  };
  "run.ask": {
    args: {
      runId: string;
      /** The step whose agent asks. Its end dismisses the question. */
      stepId?: string | null;
      key: string;
      title: string;
      text?: string | null;
      options?: string[] | null;
      schema?: unknown;
      deadline?: number | string | null;
      default?: Record<string, unknown> | string | null;
    };
    result: AnswerView;
  };
  "run.awaitAnswer": {
    args: {
      questionId: string;
      /** How long the service may wait with the result while there is no answer. */
      waitMs?: number | null;
    };
    result: AnswerView;
  };
  "artifact.begin": {
    args: {
      sandboxId: string;
      stepId?: string | null;
      name: string;
      mediaType: string;
      size: number;
      sha256: string;
    };
    result: BegunView;
  };
  "artifact.finish": {
    args: {
      artifactId: string;
      storageId: string;
    };
    result: ArtifactView;
  };
  "runStep.create": {
    args: {
      runId: string;
      role: "answerer" | "checker" | "designer" | "evaluator" | "judge" | "researcher";
      name: string;
      stepIndex: number;
      personaId?: string | null;
    };
    result: Ids & {
      status: "cancelled" | "completed" | "failed" | "pending" | "running" | "skipped";
      traceparent: string;
    };
  };
  "runStep.updateStatus": {
    args: {
      stepId: string;
      status: "cancelled" | "completed" | "failed" | "pending" | "running" | "skipped";
      qualityScores?: Record<string, number> | null;
      testResults?: {
        total: number;
        passed: number;
        failed: number;
        skipped: number;
      } | null;
      verdict?: {
        pass: boolean;
        feedback?: string | null;
      } | null;
      output?: unknown;
      proof?: {
        commit: string;
        exitCode?: number | null;
        durationMs?: number | null;
        output?: string | null;
      } | null;
      tokenUsage?: {
        inputTokens: number;
        outputTokens: number;
      } | null;
      sandboxId?: string | null;
      toolDisplayName?: string | null;
      resolvedModelId?: string | null;
      thinkingEffort?: string | null;
    };
    result: {
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
    };
  };
  "sprintChain.get": {
    args: {
      chainId: string;
    };
    result: SprintChainView & {
      sprints: SprintView[];
    };
  };
  "issueSession.createSandbox": {
    args: {
      sessionId: string;
      sandboxPayload: {
        runtimeSandboxId: string;
        status?: "failed" | "killed" | "provisioning" | "running" | "stopped" | null;
        memoryMb?: number | null;
        cpuCount?: number | null;
        timeoutMs?: number | null;
        stepId?: string | null;
        branchName?: string | null;
        folder?: string | null;
      };
    };
    result: {
      id: string;
      status: "failed" | "killed" | "provisioning" | "running" | "stopped";
    };
  };
  "issueSession.createIssuesFromJson": {
    args: {
      sessionId: string;
      issues: ({
        description?: string | null;
        suggestedPrompt?: string | null;
        title: string;
        priority?: "critical" | "high" | "low" | "medium" | null;
      })[];
    };
    result: {
      ids: string[];
      count: number;
    };
  };
  "issueSession.updateStatus": {
    args: {
      sessionId: string;
      status: "active" | "cancelled" | "completed" | "failed";
      error?: string | null;
    };
    result: SessionView;
  };
  "answeringSession.createSandbox": {
    args: {
      answeringSessionId: string;
      sandboxPayload: {
        runtimeSandboxId: string;
        status?: "failed" | "killed" | "provisioning" | "running" | "stopped" | null;
        memoryMb?: number | null;
        cpuCount?: number | null;
        timeoutMs?: number | null;
        stepId?: string | null;
        branchName?: string | null;
        folder?: string | null;
      };
    };
    result: {
      id: string;
      status: "failed" | "killed" | "provisioning" | "running" | "stopped";
    };
  };
  "answeringSession.updateStatus": {
    args: {
      answeringSessionId: string;
      status: "active" | "archived" | "completed" | "pending" | "reviewed";
    };
    result: AnsweringSessionView;
  };
  "learning.bulkStore": {
    args: {
      learnings: ({
        trigger?: string | null;
        correctBehavior?: string | null;
        severity?: "critical" | "high" | "low" | "medium" | null;
        applicableRoles?: string[] | null;
        sandboxId: string;
        runId?: string | null;
        content: string;
        category: string;
      })[];
    };
    result: {
      ids: string[];
      count: number;
    };
  };
  "mergeRun.updateStatus": {
    args: {
      mergeRunId: string;
      status: "cancelled" | "completed" | "failed" | "running";
      prUrl?: string | null;
      error?: string | null;
    };
    result: MergeRunView;
  };
  "repositoryCheck.report": {
    args: {
      checkId: string;
      status: "failed" | "ok";
      defaultBranch?: string | null;
      baseBranch?: string | null;
      headCommit?: string | null;
      reason?: "certificate" | "host_key" | "no_access" | "no_branch" | "no_branches" | "not_allowed" | "not_checked" | "not_found" | "other" | "unreachable" | null;
      error?: string | null;
    };
    result: RepositoryCheckView;
  };
  "sandbox.create": {
    args: {
      runtimeSandboxId: string;
      status?: "failed" | "killed" | "provisioning" | "running" | "stopped" | null;
      memoryMb?: number | null;
      cpuCount?: number | null;
      timeoutMs?: number | null;
      stepId?: string | null;
      branchName?: string | null;
      folder?: string | null;
      runId?: string | null;
      issueSessionId?: string | null;
      answeringSessionId?: string | null;
      mergeRunId?: string | null;
    };
    result: {
      id: string;
      status: "failed" | "killed" | "provisioning" | "running" | "stopped";
    };
  };
  "sandbox.get": {
    args: {
      sandboxId: string;
    };
    result: SandboxView;
  };
  "sandbox.updateStatus": {
    args: {
      sandboxId: string;
      status: "failed" | "killed" | "provisioning" | "running" | "stopped";
    };
    result: SandboxView;
  };
  "sandbox.updateLearningStatus": {
    args: {
      sandboxId: string;
      learningStatus: "completed" | "failed" | "pending" | "running" | "skipped";
    };
    result: SandboxView;
  };
  "sandbox.reportDiff": {
    args: {
      sandboxId: string;
      diff: string;
    };
    result: {
      sandboxId: string;
    };
  };
  "sandbox.reportDevServer": {
    args: {
      sandboxId: string;
      url: string | null;
      status: string;
    };
    result: {
      sandboxId: string;
      url: string | null;
      status: string;
    };
  };
  "sandbox.reportFiles": {
    args: {
      sandboxId: string;
      files: ({
        path: string;
        size?: number | null;
        content?: string | null;
      })[];
    };
    result: {
      sandboxId: string;
      count: number;
    };
  };
  "message.store": {
    args: {
      kind?: "notice" | "plan" | "text" | "thought" | "tool" | null;
      title?: string | null;
      data?: Record<string, unknown> | null;
      sandboxId: string;
      role: "assistant" | "system" | "tool" | "user";
      content: string;
      timestamp: number | string;
    };
    result: {
      id: string;
      status: "complete" | "streaming";
    };
  };
  "message.streamCreate": {
    args: {
      kind?: "notice" | "plan" | "text" | "thought" | "tool" | null;
      title?: string | null;
      data?: Record<string, unknown> | null;
      sandboxId: string;
      messageId: string;
    };
    result: {
      id: string;
      messageId: string;
      status: "complete" | "streaming";
    };
  };
  "message.streamAppend": {
    args: {
      messageId: string;
      sandboxId?: string | null;
      chunk: string;
      seq?: number | null;
    };
    result: {
      id: string;
      messageId: string | null;
      status: "complete" | "streaming";
    };
  };
  "message.streamFinalize": {
    args: {
      kind?: "notice" | "plan" | "text" | "thought" | "tool" | null;
      title?: string | null;
      data?: Record<string, unknown> | null;
      messageId: string;
      sandboxId?: string | null;
      finalContent: string;
    };
    result: MessageView;
  };
  "message.listBySandbox": {
    args: {
      sandboxId: string;
      after?: string | null;
    };
    result: MessageView[];
  };
  "usage.computeCostAndRecord": {
    args: {
      sandboxId: string;
      tokenUsage: {
        inputTokens?: number | null;
        outputTokens?: number | null;
        cacheReadTokens?: number | null;
      };
      durationMs: number;
      service: string;
      model?: string | null;
      costUsd?: number | null;
      key?: string | null;
    };
    result: UsageView;
  };
}
