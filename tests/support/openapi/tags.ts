// The tags of the document: one for each area of the API, in the order in which a reader meets them.

const artifacts = { name: "Artifacts", description: "Files that a run has made for people to look at." };

export const tags: Readonly<Record<string, { name: string; description: string }>> = {
  runs: {
    name: "Runs",
    description: "Executions of a workflow by agents: start them, follow them, change their course.",
  },
  "runs/questions": {
    name: "Questions of runs",
    description: "What an agent asks a person in the middle of its work.",
  },
  "runs/feedback": {
    name: "Feedback of runs",
    description: "What checks, reviewers and people say about what a run has made.",
  },
  "runs/artifacts": artifacts,
  artifacts,
  "runs/bulk": { name: "Bulk actions", description: "The same action on many runs, in the background." },
  sandboxes: {
    name: "Sandboxes",
    description: "The places where agents work: what is said there, and what they change.",
  },
  workflows: { name: "Workflows", description: "The steps that a run has, and who takes each." },
  personas: { name: "Personas", description: "Who an agent is: its role, its model and its instructions." },
  issues: { name: "Issues", description: "What there is to do in the project." },
  "issue-sessions": { name: "Issue sessions", description: "Agents that look for issues." },
  "answering-sessions": {
    name: "Answering sessions",
    description: "Agents and people that answer the questions of an issue session.",
  },
  "session-questions": {
    name: "Session questions",
    description: "The questions of an answering session, and their reviews.",
  },
  "work-chains": { name: "Work chains", description: "Issues that are worked on one after the other." },
  "sprint-chains": { name: "Sprint chains", description: "Sprints that are run one after the other." },
  budgets: { name: "Budgets", description: "What runs may cost in a period." },
  queue: { name: "Queue", description: "The runs that wait, and what for." },
  "recurring-tasks": { name: "Recurring tasks", description: "Runs that a clock starts." },
  merging: { name: "Merging", description: "Merging the pull requests of several runs." },
  inbox: { name: "Inbox", description: "What waits for a person." },
  events: { name: "Events", description: "What has happened in the project, in the order of the commits." },
  webhooks: { name: "Webhooks", description: "Addresses to which the events of the project are sent." },
  "audit-log": { name: "Audit log", description: "Who changed what in the project." },
  notifications: { name: "Notifications", description: "What has happened, told to each member." },
  learnings: { name: "Learnings", description: "What agents should do otherwise the next time." },
  "learning-versions": { name: "Learning versions", description: "Learnings compiled for a role." },
  contexts: { name: "Contexts", description: "Texts that agents are given." },
  skills: { name: "Skills", description: "Skills that agents are given." },
  commands: { name: "Commands", description: "Commands that agents are given." },
  scripts: { name: "Scripts", description: "Scripts that run in sandboxes." },
  repositories: { name: "Repositories", description: "Whether a repository can be used." },
  analytics: { name: "Analytics", description: "What was used, and what it has cost." },
  trash: { name: "Trash", description: "What was deleted, and can be restored." },
  project: { name: "Project", description: "The project of the key." },
  "project/settings": { name: "Settings", description: "What all runs of the project have in common." },
  "project/members": { name: "Members", description: "The people of the project." },
  "project/api-keys": { name: "API keys", description: "The keys of the project's clients." },
  "project/hooks": { name: "Hooks", description: "Where code hosts say that there is news of pull requests." },
  "project/provider-keys": { name: "Provider keys", description: "Keys for the services that agents use." },
  "project/runner-tokens": {
    name: "Runner tokens",
    description: "What lets a runner claim the jobs of this project alone.",
  },
  limits: { name: "Limits", description: "How much the caller may do, and what is used of it." },
  jobs: { name: "Jobs", description: "What runners have to do, and what they could not." },
  runners: { name: "Runners", description: "The programs that execute jobs." },
  service: { name: "Service", description: "The service itself." },
  callback: {
    name: "Callback",
    description: "Where runners and the identity provider call, with secrets of their own.",
  },
};

/** The tag of a path below `/api/v1`. */
export function tagOf(path: string): string {
  const [, first = "", second = ""] = path.split("/", 3);
  const tag = tags[`${first}/${second}`] ?? tags[first];
  if (tag === undefined) throw new Error(`The area of ${path} needs a row in tests/support/openapi/tags.ts.`);
  return tag.name;
}
