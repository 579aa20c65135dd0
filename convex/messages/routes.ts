import { internal } from "../_generated/api";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { operations: runner } = internal.messages;
const requests = () => import("./requests");
const { query, mutation } = operationBuilders(requests);

export const operations: Operation[] = [
  mutation("message.store", "store", runner.store),
  mutation("message.streamCreate", "streamCreate", runner.streamCreate),
  mutation("message.streamAppend", "streamAppend", runner.streamAppend),
  mutation("message.streamFinalize", "streamFinalize", runner.streamFinalize),
  query("message.listBySandbox", "listBySandbox", runner.listBySandbox),
];
