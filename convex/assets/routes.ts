// The operations of the runner for assets. The routes of REST are in the folder of each kind.
import { internal } from "../_generated/api";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { operations: runner } = internal.assets;
const { query } = operationBuilders(() => import("./requests"));

export const operations: Operation[] = [
  query("context.listActive", "listActive", runner.listActiveContexts),
  query("skill.listActive", "listActive", runner.listActiveSkills),
  query("command.listActive", "listActive", runner.listActiveCommands),
  query("script.listActive", "listActive", runner.listActiveScripts),
];
