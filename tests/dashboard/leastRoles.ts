// Who may call which public function. A function without a place here fails matrix.test.ts.
import type { Role } from "../../convex/callers/membership";

/** For whoever carries a token. */
export const forAnybody = ["users/dashboard:signIn"];
/** For users, each of whom sees their own. */
export const forUsers = ["project/dashboard:mine"];
/** For members, by the least role that may: of a function, or of all the others in its folder. */
export const leastRoles: Record<string, Role> = {
  "project/dashboard:remove": "owner",
  "project/dashboard:update": "admin",
  project: "member",
  "members/dashboard:list": "member",
  "members/dashboard:invitations": "member",
  members: "admin",
  analytics: "member",
  answeringSessions: "member",
  apiKeys: "admin",
  commands: "member",
  contexts: "member",
  issueSessions: "member",
  issues: "member",
  learningVersions: "member",
  learnings: "member",
  merging: "member",
  messages: "member",
  notifications: "member",
  personas: "member",
  providerKeys: "admin",
  recurringTasks: "member",
  runEvents: "member",
  runSteps: "member",
  runs: "member",
  sandboxes: "member",
  scripts: "member",
  sessionQuestions: "member",
  settings: "admin",
  skills: "member",
  sprintChains: "member",
  trash: "member",
  usage: "member",
  workChains: "member",
  workflows: "member",
};

export function leastRoleOf(name: string): Role | undefined {
  return leastRoles[name] ?? leastRoles[name.split("/")[0]!];
}
