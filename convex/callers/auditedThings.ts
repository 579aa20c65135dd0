// What an entry of the audit log can be about, and the names of actions. Pure.

/** The tables whose rows are subjects of entries, with the type that clients see. Rows of `assets` are of several. */
const typeByTable = {
  projects: "project",
  projectMembers: "member",
  projectInvitations: "invitation",
  projectSettings: "settings",
  apiKeys: "apiKey",
  runnerTokens: "runnerToken",
  webhooks: "webhook",
  budgets: "budget",
  webhookDeliveries: "delivery",
  providerKeys: "providerKey",
  notifications: "notification",
  inboxItems: "inboxItem",
  mergeRuns: "mergeRun",
  sprintChains: "sprintChain",
  recurringTasks: "recurringTask",
  issues: "issue",
  issueSessions: "issueSession",
  answeringSessions: "answeringSession",
  sessionQuestions: "sessionQuestion",
  workChains: "workChain",
  learnings: "learning",
  learningVersions: "learningVersion",
  personas: "persona",
  workflows: "workflow",
  runs: "run",
  runQuestions: "runQuestion",
  runFeedback: "feedback",
  inboundHooks: "hook",
  bulkActions: "bulkAction",
  sandboxes: "sandbox",
  repositoryChecks: "repositoryCheck",
  assets: "asset",
} as const;

export type AuditedTable = keyof typeof typeByTable;

export const auditedTables: ReadonlySet<string> = new Set(Object.keys(typeByTable));

export function isAuditedTable(table: string): table is AuditedTable {
  return auditedTables.has(table);
}

export function typeOfTable(table: AuditedTable): string {
  return typeByTable[table];
}

/** The tables of the domains whose folder is not named as its table. */
const tablesByDomain: Record<string, readonly AuditedTable[]> = {
  project: ["projects"],
  settings: ["projectSettings"],
  members: ["projectMembers", "projectInvitations"],
  inbox: ["inboxItems"],
  merging: ["mergeRuns"],
  feedback: ["runFeedback"],
  hooks: ["inboundHooks"],
  repositories: ["repositoryChecks"],
  contexts: ["assets"],
  skills: ["assets"],
  commands: ["assets"],
  scripts: ["assets"],
};

/** The tables whose rows an action of this domain is about before all others. */
export function tablesOfDomain(domain: string): readonly AuditedTable[] {
  return tablesByDomain[domain] ?? (isAuditedTable(domain) ? [domain] : []);
}

/** The verbs of functions whose names are not those of the URLs. */
const verbs: Record<string, string> = {
  remove: "delete",
  removeMany: "bulk-delete",
  discard: "delete",
  discardMany: "bulk-delete",
  purge: "permanent-delete",
  purgeAtPath: "permanent-delete",
  restoreAtPath: "restore",
  continueRun: "continue",
  stopGracefully: "request-graceful-stop",
  updateStatusOfMany: "bulk-update-status",
};

const actions: Record<string, string> = {
  "members.remove": "members.remove",
  "providerKeys.remove": "provider-keys.remove",
  "apiKeys.store": "api-keys.generate",
  "apiKeys.storeReplacement": "api-keys.rotate",
  "runnerTokens.store": "runner-tokens.generate",
  "webhooks.store": "webhooks.create",
  "hooks.store": "hooks.create",
  "webhooks.storeSecret": "webhooks.rotate-secret",
  "providerKeys.store": "provider-keys.set",
  "settings.store": "settings.update",
};

/** `actionOf("apiKeys/endpoints:revoke")` is `api-keys.revoke`; a function of the dashboard has the same action. */
export function actionOf(functionName: string): { domain: string; action: string } {
  const [path = "", name = ""] = functionName.split(":");
  const [domain = ""] = path.split("/");
  const action = actions[`${domain}.${name}`] ?? `${withHyphens(domain)}.${verbs[name] ?? withHyphens(name)}`;
  return { domain, action };
}

function withHyphens(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
