// The operations of the runner for assets. The routes of REST are in the folder of each kind.
import { internal } from "../_generated/api";
import { operationsOf } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.assets;
const { ask } = operationsOf(() => import("./requests"));

export const operations: Operation[] = [
  ask("context.listActive", "listActive", callbacks.listActiveContexts),
  ask("skill.listActive", "listActive", callbacks.listActiveSkills),
  ask("command.listActive", "listActive", callbacks.listActiveCommands),
  ask("script.listActive", "listActive", callbacks.listActiveScripts),
];
