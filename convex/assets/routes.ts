// The operations of the runner for assets. The routes of REST are in the folder of each kind.
import { internal } from "../_generated/api";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.assets;
const { query } = operationBuilders(() => import("./requests"));

export const operations: Operation[] = [
  query("context.listActive", "listActive", callbacks.listActiveContexts),
  query("skill.listActive", "listActive", callbacks.listActiveSkills),
  query("command.listActive", "listActive", callbacks.listActiveCommands),
  query("script.listActive", "listActive", callbacks.listActiveScripts),
];
