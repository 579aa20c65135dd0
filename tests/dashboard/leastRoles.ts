// Who may call which public function. matrix.test.ts fails for a function that is not listed here.
import type { Role } from "../../convex/callers/membership";

/** Anybody with a valid token may call these. */
export const forAnybody = ["users/dashboard:signIn"];
/** Every user may call these, and sees only their own data. */
export const forUsers = [
  "project/dashboard:mine",
  "inbox/dashboard:mine",
  "inbox/dashboard:countMine",
  "notifications/dashboard:mineUnseen",
];
/**
 * Only members may call these. The value is the lowest role that may. A folder's name means all its other
 * functions.
 */
export const leastRoles: Record<string, Role> = {
  "project/dashboard:create": "owner",
  "project/dashboard:remove": "owner",
  "project/dashboard:update": "admin",
  project: "member",
  "members/dashboard:list": "member",
  "members/dashboard:invitations": "member",
  members: "admin",
  analytics: "member",
  audit: "admin",
  answeringSessions: "member",
  // The key of the example holds all scopes. tests/dashboard/secrets.test.ts has what an admin may rotate.
  "apiKeys/dashboard:rotate": "owner",
  apiKeys: "admin",
  bulkActions: "member",
  commands: "member",
  contexts: "member",
  artifacts: "member",
  feedback: "member",
  hooks: "admin",
  inbox: "member",
  events: "member",
  issueSessions: "member",
  issues: "member",
  learningVersions: "member",
  limits: "member",
  jobs: "member",
  learnings: "member",
  merging: "member",
  messages: "member",
  notifications: "member",
  personas: "member",
  providerKeys: "admin",
  recurringTasks: "member",
  repositories: "member",
  runEvents: "member",
  runQuestions: "member",
  runners: "member",
  "runnerTokens/dashboard:generate": "owner",
  runnerTokens: "admin",
  runSteps: "member",
  runs: "member",
  waitingRuns: "member",
  sandboxes: "member",
  scripts: "member",
  search: "member",
  sessionQuestions: "member",
  settings: "admin",
  skills: "member",
  sprintChains: "member",
  trash: "member",
  usage: "member",
  "budgets/dashboard:list": "member",
  "budgets/dashboard:get": "member",
  budgets: "admin",
  "webhooks/dashboard:list": "member",
  "webhooks/dashboard:get": "member",
  "webhooks/dashboard:deliveries": "member",
  webhooks: "admin",
  workChains: "member",
  workflows: "member",
};

export function leastRoleOf(name: string): Role | undefined {
  return leastRoles[name] ?? leastRoles[name.split("/")[0]!];
}
