import { internal } from "../_generated/api";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.messages;
const requests = () => import("./requests");
const { query, mutation } = operationBuilders(requests);

export const operations: Operation[] = [
  mutation("message.store", "store", callbacks.store),
  mutation("message.streamCreate", "streamCreate", callbacks.streamCreate),
  mutation("message.streamAppend", "streamAppend", callbacks.streamAppend),
  mutation("message.streamFinalize", "streamFinalize", callbacks.streamFinalize),
  query("message.listBySandbox", "listBySandbox", callbacks.listBySandbox),
];
