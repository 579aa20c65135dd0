// All commands. Another one is a file that declares it and its name in the list below; help, completion, docs/cli.md
// and the tests of examples follow.
import type { Command } from "../frame/command";
import { commonOptions } from "../frame/commonOptions";
import { access } from "./access";
import { artifacts } from "./artifacts";
import { budgets } from "./budgets";
import { completion } from "./completion";
import { hooks } from "./hooks";
import { issues } from "./issues";
import { jobs } from "./jobs";
import { keys } from "./keys";
import { transcripts } from "./logs";
import { open } from "./open";
import { project } from "./project";
import { questions } from "./questions";
import { queue } from "./queue";
import { rounds } from "./rounds";
import { runner } from "./runner";
import { runs } from "./runs";
import { start } from "./start";
import { tasks } from "./tasks";
import { usage } from "./usage";
import { webhooks } from "./webhooks";
import { workflows } from "./workflows";

export const commands: readonly Command[] = [
  ...access,
  start,
  ...runs,
  ...rounds,
  ...artifacts,
  ...transcripts,
  queue,
  ...jobs,
  ...workflows,
  ...issues,
  ...questions,
  ...tasks,
  ...keys,
  ...webhooks,
  ...hooks,
  ...budgets,
  ...usage,
  ...project,
  runner,
  open,
  ...completion(() => ({ commands, groups, commonOptions })),
];

/** What the commands with the same first word are about. */
export const groups: Record<string, string> = {
  runs: "List, follow and control runs",
  feedback: "Say something about a run, or end what was said",
  hooks: "Let a code host say that there is news of pull requests",
  jobs: "What has failed for good, and start it again",
  workflows: "List and make workflows",
  issues: "List, file and resolve issues",
  questions: "Answer what agents ask",
  tasks: "Look at recurring tasks, run and preview them",
  keys: "Make and revoke API keys",
  budgets: "Limit what runs cost",
  usage: "See what the work has come to",
  webhooks: "Send events to addresses, and see what has arrived",
};
